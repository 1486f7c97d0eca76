// The map: what of the Earth it shows, and how the user changes that.

import { color } from './colors.js';
import { clear, drawLabel } from './drawing.js';
import { roundLength } from './format.js';
import { Ground } from './ground.js';
import { Markers } from './markers.js';
import { meter, project, roundDown, unproject } from './mercator.js';

const tileSize = 256;
const leastZoom = 1;
const mostZoom = 22;
// A pointer that moved farther does not press a marker.
const slip = 6;

export class GroundMap {
  center = project(0, 0);
  zoom = 2;
  follows = true;
  // Whether the user has not chosen what to see.
  isUntouched = true;
  // What is drawn, for tests and for people who look into the page.
  drawn = null;
  scaleBar = null;

  // onChange: whether the map follows has changed. onChoose: gets the id of a receiver whose marker was pressed.
  constructor(element, state, onChange, onChoose) {
    this.element = element;
    this.state = state;
    this.onChange = onChange;
    this.onChoose = onChoose;
    this.canvas = element.querySelector('#map-canvas');
    this.ground = new Ground(this, element.querySelector('#ground-canvas'), element.querySelector('#tiles'),
      element.querySelector('#grid-canvas'));
    this.markers = new Markers(this);
    this.pointers = new Map();
    this.measure();
    new ResizeObserver(() => {
      this.measure();
      // A fleet is shown whole again.
      if (this.isUntouched && !this.follows) this.hasView = false;
      this.draw();
    }).observe(element);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    this.listen();
  }

  measure() {
    ({ clientWidth: this.width, clientHeight: this.height } = this.element);
    // Their middles and sizes.
    this.buttons = [...this.element.parentElement.querySelectorAll('.map-zoom, .map-buttons')].map(
      ({ offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height }) =>
        ({ x: left + width / 2, y: top + height / 2, width, height }));
  }

  get scale() { return tileSize * 2 ** this.zoom; }

  // MARK: What the user does

  listen() {
    const { element } = this;
    element.addEventListener('pointerdown', event => {
      element.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, event);
      this.pressed = this.pointers.size === 1 ? event : null;
    });
    element.addEventListener('pointerup', event => this.release(event));
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

  // A press without a movement chooses the receiver there.
  release(event) {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed || Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > slip) return;
    const box = this.element.getBoundingClientRect();
    const id = this.markers.at(event.clientX - box.left, event.clientY - box.top);
    if (id !== undefined) this.onChoose(id);
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

  // Shows all tracks and receivers, and the whole recording.
  showAll() {
    const { tracks, recording } = this.state;
    const places = [...tracks.values(), ...recording?.tracks.values() ?? []].flat();
    for (const { fix } of this.state.receivers.values()) if (fix) places.push(project(fix.lat, fix.lon));
    if (this.fit(places)) this.follow(false);
  }

  // Moves to points of the projection; returns whether there are any.
  fit(points) {
    if (points.length === 0) return false;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of points) {
      // Across the antimeridian the nearer way.
      const near = x - Math.round(x - points[0].x);
      [left, right] = [Math.min(left, near), Math.max(right, near)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
    const middle = (left + right) / 2;
    this.center = { x: middle - Math.floor(middle), y: (top + bottom) / 2 };
    const room = Math.min(this.width / Math.max(right - left, 1e-7), this.height / Math.max(bottom - top, 1e-7));
    this.zoom = Math.max(leastZoom, Math.min(18, Math.log2(room * 0.8 / tileSize)));
    this.hasView = true;
    return true;
  }

  // A fleet is shown whole until the user chooses what to see. The view changes only if a device leaves it.
  showFleet() {
    if (!this.isUntouched) return;
    const points = [];
    for (const { fix, inUse } of this.state.receivers.values()) if (fix && inUse) points.push(project(fix.lat, fix.lon));
    if (points.length < 2) return;
    if (!this.hasView || !points.every(point => this.shows(point))) this.fit(points);
    if (!this.follows) return;
    this.follows = false;
    this.onChange();
  }

  // Moves to a receiver that is not on the screen.
  reveal({ fix }) {
    if (!fix) return;
    const point = project(fix.lat, fix.lon);
    if (!this.shows(point)) this.center = point;
  }

  shows(point) {
    const { x, y } = this.screen(point);
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
  }

  // MARK: Drawing

  // The point of the screen of a place.
  point(latitude, longitude) { return this.screen(project(latitude, longitude)); }

  // The point of the screen of a point of the projection; across the antimeridian the nearer way.
  screen({ x, y }) {
    const turn = x - this.center.x;
    return {
      x: this.width / 2 + (turn - Math.round(turn)) * this.scale,
      y: this.height / 2 + (y - this.center.y) * this.scale,
    };
  }

  draw() {
    if (!this.width || !this.height) return;
    const fix = this.state.selected?.fix;
    this.showFleet();
    if (fix && this.follows) this.center = project(fix.lat, fix.lon);
    if (fix && !this.hasView) {
      this.hasView = true;
      this.zoom = 16.5;
    }
    this.ground.draw();
    const context = clear(this.canvas);
    this.drawn = this.markers.draw(context);
    this.drawScale(context);
  }

  drawScale(context) {
    const { height } = this;
    const perPixel = 1 / this.pixels(1, unproject(this.center.x, this.center.y).latitude);
    const meters = roundDown(perPixel * Math.min(110, this.width / 4));
    const length = meters / perPixel;
    context.strokeStyle = color('text');
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(13, height - 22);
    context.lineTo(13, height - 14);
    context.lineTo(13 + length, height - 14);
    context.lineTo(13 + length, height - 22);
    context.stroke();
    this.scaleBar = { words: roundLength(meters), meters };
    drawLabel(context, this.scaleBar.words, 13 + length / 2, height - 20, color('text'), 'bottom');
  }

  pixels(meters, latitude) { return meters * meter(latitude) * this.scale; }
}
