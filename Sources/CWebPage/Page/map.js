// The map: a grid, places, tracks and receivers, and tiles if the user chose a tile server.

import { roundLength } from './format.js';
import { meter, project, roundDown, unproject } from './mercator.js';

const tileSize = 256;
const leastZoom = 1;
const mostZoom = 22;

export class GroundMap {
  center = project(0, 0);
  zoom = 2;
  follows = true;
  // Whether the user has not chosen what to see.
  isUntouched = true;
  // What is drawn, for tests and for people who look into the page.
  drawn = null;
  scaleBar = null;

  constructor(element, state, onChange) {
    this.element = element;
    this.state = state;
    this.onChange = onChange;
    this.canvas = element.querySelector('canvas');
    this.tiles = element.querySelector('#tiles');
    this.pointers = new Map();
    new ResizeObserver(() => this.draw()).observe(element);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    this.listen();
  }

  get scale() { return tileSize * 2 ** this.zoom; }

  // MARK: What the user does

  listen() {
    const { element } = this;
    element.addEventListener('pointerdown', event => {
      element.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, event);
    });
    element.addEventListener('pointermove', event => this.drag(event));
    for (const name of ['pointerup', 'pointercancel']) {
      element.addEventListener(name, event => this.pointers.delete(event.pointerId));
    }
    element.addEventListener('wheel', event => {
      event.preventDefault();
      this.zoomBy(-event.deltaY / 300, event.offsetX, event.offsetY);
    }, { passive: false });
    element.addEventListener('dblclick', event => this.zoomBy(1, event.offsetX, event.offsetY));
    element.addEventListener('keydown', event => this.press(event));
  }

  drag(event) {
    const former = this.pointers.get(event.pointerId);
    if (!former) return;
    const others = [...this.pointers.values()].filter(other => other.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    if (others.length === 0) {
      this.move(former.clientX - event.clientX, former.clientY - event.clientY);
      return;
    }
    const gap = point => Math.hypot(point.clientX - others[0].clientX, point.clientY - others[0].clientY);
    const box = this.element.getBoundingClientRect();
    this.zoomBy(
      Math.log2(Math.max(1, gap(event)) / Math.max(1, gap(former))),
      (event.clientX + others[0].clientX) / 2 - box.left,
      (event.clientY + others[0].clientY) / 2 - box.top);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 200 : 60;
    const actions = {
      ArrowLeft: () => this.move(-step, 0), ArrowRight: () => this.move(step, 0),
      ArrowUp: () => this.move(0, -step), ArrowDown: () => this.move(0, step),
      '+': () => this.zoomBy(1), '=': () => this.zoomBy(1), '-': () => this.zoomBy(-1),
      f: () => this.follow(true), F: () => this.follow(true),
      a: () => this.showAll(), A: () => this.showAll(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  move(x, y) {
    this.center.x += x / this.scale;
    this.center.y = Math.max(0, Math.min(1, this.center.y + y / this.scale));
    this.center.x -= Math.floor(this.center.x);
    this.follow(false);
  }

  // Keeps the place under a point of the screen; the receiver, if it is followed.
  zoomBy(step, x = this.width / 2, y = this.height / 2) {
    const former = this.scale;
    this.zoom = Math.max(leastZoom, Math.min(mostZoom, this.zoom + step));
    if (!this.follows) {
      const part = 1 / former - 1 / this.scale;
      this.center.x += (x - this.width / 2) * part;
      this.center.y += (y - this.height / 2) * part;
    }
    this.hasView = true;
    this.isUntouched = false;
    this.draw();
  }

  follow(follows) {
    this.follows = follows;
    this.isUntouched = false;
    this.onChange();
    this.draw();
  }

  // Shows all tracks and receivers.
  showAll() {
    if (this.fit()) this.follow(false);
  }

  // Moves to all tracks and receivers; returns whether there are any.
  fit() {
    const places = [...this.state.tracks.values()].flat();
    for (const { fix } of this.state.receivers.values()) {
      if (fix) places.push({ latitude: fix.lat, longitude: fix.lon });
    }
    if (places.length === 0) return false;
    const points = places.map(place => project(place.latitude, place.longitude));
    // Across the antimeridian the nearer way.
    for (const point of points) point.x -= Math.round(point.x - points[0].x);
    const [left, right] = extent(points.map(point => point.x));
    const [top, bottom] = extent(points.map(point => point.y));
    const middle = (left + right) / 2;
    this.center = { x: middle - Math.floor(middle), y: (top + bottom) / 2 };
    const room = Math.min(this.width / Math.max(right - left, 1e-7), this.height / Math.max(bottom - top, 1e-7));
    this.zoom = Math.max(leastZoom, Math.min(18, Math.log2(room * 0.8 / tileSize)));
    this.hasView = true;
    return true;
  }

  // MARK: Drawing

  get width() { return this.element.clientWidth; }
  get height() { return this.element.clientHeight; }

  // The point of the screen of a place; across the antimeridian the nearer way.
  point(latitude, longitude) {
    const { x, y } = project(latitude, longitude);
    const turn = x - this.center.x;
    return {
      x: this.width / 2 + (turn - Math.round(turn)) * this.scale,
      y: this.height / 2 + (y - this.center.y) * this.scale,
    };
  }

  draw() {
    const { width, height, canvas } = this;
    if (!width || !height) return;
    const receiver = this.state.selected;
    const present = [...this.state.receivers.values()].filter(other => other.fix && other.inUse);
    if (this.isUntouched && present.length > 1) {
      // A fleet is shown whole.
      this.fit();
      if (this.follows) {
        this.follows = false;
        this.onChange();
      }
    }
    if (receiver?.fix && this.follows) this.center = project(receiver.fix.lat, receiver.fix.lon);
    if (receiver?.fix && !this.hasView) {
      this.hasView = true;
      this.zoom = 16.5;
    }
    const ratio = devicePixelRatio;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    this.context = canvas.getContext('2d');
    this.context.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    this.color = name => style.getPropertyValue(`--${name}`).trim();
    this.drawTiles();
    this.drawGrid();
    for (const place of this.state.places) this.drawPlace(place);
    for (const [id, track] of this.state.tracks) this.drawTrack(track, id === receiver?.id);
    const all = [...this.state.receivers.values()].filter(other => other.fix);
    for (const other of all) if (other !== receiver) this.drawReceiver(other, false, all.length > 1);
    this.drawn = receiver?.fix ? this.drawReceiver(receiver, true, all.length > 1) : null;
    this.drawScale();
  }

  drawTiles() {
    const { tiles } = this.state.settings;
    if (!tiles) return;
    const zoom = Math.max(0, Math.min(19, Math.round(this.zoom)));
    const count = 2 ** zoom;
    const size = this.scale / count;
    const left = this.center.x * this.scale - this.width / 2;
    const top = this.center.y * this.scale - this.height / 2;
    const wanted = new Map();
    for (let y = Math.max(0, Math.floor(top / size)); y <= Math.min(count - 1, (top + this.height) / size); y++) {
      for (let x = Math.floor(left / size); x <= (left + this.width) / size; x++) {
        wanted.set(`${zoom}/${x}/${y}`, { x, y });
      }
    }
    this.images ??= new Map();
    for (const [key, image] of this.images) {
      if (!wanted.has(key)) {
        image.remove();
        this.images.delete(key);
      }
    }
    for (const [key, { x, y }] of wanted) {
      let image = this.images.get(key);
      if (!image) {
        image = new Image();
        image.alt = '';
        image.src = tiles.url.replace('{z}', zoom).replace('{y}', y)
          .replace('{x}', ((x % count) + count) % count);
        this.images.set(key, image);
        this.tiles.append(image);
      }
      image.style.width = image.style.height = `${size + 0.5}px`;
      image.style.transform = `translate(${x * size - left}px, ${y * size - top}px)`;
    }
  }

  // Lines of latitude and longitude, with labels.
  drawGrid() {
    const { context, width, height } = this;
    if (this.state.settings.tiles) return;
    const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001,
      0.0005, 0.0002, 0.0001, 0.00005, 0.00002, 0.00001];
    const perPixel = 360 / this.scale;
    const step = steps.findLast(value => value / perPixel >= 110) ?? 30;
    const places = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const corner = unproject(this.center.x - width / 2 / this.scale, this.center.y - height / 2 / this.scale);
    const opposite = unproject(this.center.x + width / 2 / this.scale, this.center.y + height / 2 / this.scale);
    context.strokeStyle = this.color('grid');
    context.fillStyle = this.color('soft');
    context.lineWidth = 1;
    context.font = '11px system-ui, sans-serif';
    const label = (value, positive, negative) =>
      `${Math.abs(value).toFixed(places)}°${value < 0 ? negative : value > 0 ? positive : ''}`;
    context.textAlign = 'left';
    context.textBaseline = 'bottom';
    for (let value = Math.ceil(opposite.latitude / step) * step; value <= corner.latitude; value += step) {
      const y = Math.round(this.height / 2 + (project(value, 0).y - this.center.y) * this.scale) + 0.5;
      line(context, 0, y, width, y);
      if (y > 40 && y < height - 60) context.fillText(label(value, 'N', 'S'), 6, y - 2);
    }
    for (let value = Math.ceil(corner.longitude / step) * step; value <= opposite.longitude; value += step) {
      const x = Math.round(this.width / 2 + ((value + 180) / 360 - this.center.x) * this.scale) + 0.5;
      line(context, x, 0, x, height);
      const turned = value - 360 * Math.round(value / 360);
      if (x < width - 110) context.fillText(label(turned, 'E', 'W'), x + 4, 16);
    }
  }

  drawPlace(place) {
    const { context } = this;
    const { geometry, properties } = place;
    const point = ([longitude, latitude]) => this.point(latitude, longitude);
    context.strokeStyle = context.fillStyle = this.color('place');
    context.lineWidth = 1.5;
    context.setLineDash([5, 4]);
    let at;
    context.beginPath();
    if (geometry.type === 'Point') {
      at = point(geometry.coordinates);
      context.arc(at.x, at.y, this.pixels(properties.radius, geometry.coordinates[1]), 0, 2 * Math.PI);
    } else {
      const rings = geometry.type === 'Polygon' ? geometry.coordinates : [geometry.coordinates];
      at = point(rings[0][0]);
      for (const ring of rings) ring.map(point).forEach(({ x, y }, index) => index ? context.lineTo(x, y) : context.moveTo(x, y));
      if (geometry.type === 'LineString') {
        context.lineWidth = Math.max(1.5, 2 * this.pixels(properties.radius, geometry.coordinates[0][1]));
        context.globalAlpha = 0.18;
        context.setLineDash([]);
        context.lineCap = context.lineJoin = 'round';
      }
    }
    context.stroke();
    context.globalAlpha = 0.08;
    if (geometry.type !== 'LineString') context.fill('evenodd');
    context.globalAlpha = 1;
    context.setLineDash([]);
    context.lineCap = 'butt';
    this.label(properties.name, at.x, at.y, this.color('place'));
  }

  drawTrack(track, isSelected) {
    const { context } = this;
    if (track.length === 0) return;
    context.strokeStyle = this.color('track');
    context.globalAlpha = isSelected ? 0.85 : 0.4;
    context.lineWidth = isSelected ? 3 : 2;
    context.lineJoin = context.lineCap = 'round';
    context.beginPath();
    let last;
    for (const place of track) {
      const point = this.point(place.latitude, place.longitude);
      if (place.starts || !last || Math.abs(point.x - last.x) > this.scale / 2) context.moveTo(point.x, point.y);
      else context.lineTo(point.x, point.y);
      last = point;
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  // Draws a receiver with its accuracy, and returns what was drawn.
  drawReceiver(receiver, isSelected, hasName) {
    const { context } = this;
    const { fix } = receiver;
    const at = this.point(fix.lat, fix.lon);
    const isLost = !this.state.isPresent(receiver);
    const color = this.color(isLost ? 'lost' : 'marker');
    const radius = fix.eph === undefined ? null : this.pixels(fix.eph, fix.lat);
    if (radius !== null) {
      context.beginPath();
      context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
      context.fillStyle = context.strokeStyle = color;
      context.globalAlpha = 0.14;
      context.fill();
      context.globalAlpha = 0.75;
      context.lineWidth = 1.5;
      if (isLost) context.setLineDash([4, 4]);
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
    }
    const direction = receiver.heading ?? fix.track;
    const moves = receiver.heading !== undefined || (fix.speed ?? 0) > 0.3;
    if (direction !== undefined && moves && !isLost) {
      context.save();
      context.translate(at.x, at.y);
      context.rotate(direction * Math.PI / 180);
      context.beginPath();
      context.moveTo(0, -22);
      context.lineTo(8, -9);
      context.lineTo(-8, -9);
      context.closePath();
      context.fillStyle = color;
      context.fill();
      context.restore();
    }
    context.beginPath();
    context.arc(at.x, at.y, isSelected ? 8 : 6, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
    context.lineWidth = 2.5;
    context.strokeStyle = this.color('panel');
    context.stroke();
    if (isLost) {
      context.lineWidth = 2;
      line(context, at.x - 3.5, at.y - 3.5, at.x + 3.5, at.y + 3.5);
      line(context, at.x - 3.5, at.y + 3.5, at.x + 3.5, at.y - 3.5);
    }
    if (hasName) this.label(receiver.name, at.x, at.y + 24, this.color('text'));
    return {
      x: at.x, y: at.y, radius, accuracy: fix.eph ?? null, isLost, zoom: this.zoom,
      latitude: fix.lat, longitude: fix.lon, metersPerPixel: 1 / this.pixels(1, fix.lat),
    };
  }

  drawScale() {
    const { context, height } = this;
    const perPixel = 1 / this.pixels(1, unproject(this.center.x, this.center.y).latitude);
    const meters = roundDown(perPixel * Math.min(110, this.width / 4));
    const length = meters / perPixel;
    context.strokeStyle = this.color('text');
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(13, height - 22);
    context.lineTo(13, height - 14);
    context.lineTo(13 + length, height - 14);
    context.lineTo(13 + length, height - 22);
    context.stroke();
    this.scaleBar = { words: roundLength(meters), meters };
    this.label(this.scaleBar.words, 13 + length / 2, height - 20, this.color('text'), 'bottom');
  }

  label(text, x, y, color, baseline = 'middle') {
    const { context } = this;
    context.font = '600 12px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = baseline;
    context.lineWidth = 3.5;
    context.lineJoin = 'round';
    context.strokeStyle = this.color('map');
    context.strokeText(text, x, y);
    context.fillStyle = color;
    context.fillText(text, x, y);
  }

  pixels(meters, latitude) { return meters * meter(latitude) * this.scale; }
}

function line(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function extent(values) {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
