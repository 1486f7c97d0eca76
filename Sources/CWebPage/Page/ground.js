// What is below the markers of the map: places and tracks, below them tiles if the user has some, and a grid where no
// tile is.

import { color, deviceColor, faintColor } from './colors.js';
import { clear, drawLabel, labelHeight, labelWidth, line, Room } from './drawing.js';
import { project, unproject } from './mercator.js';

const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001,
  0.0005, 0.0002, 0.0001, 0.00005, 0.00002, 0.00001];

// A tile is magnified by at most so many zoom levels. Then a pixel of it is as large as a tile.
const mostMagnified = 8;
// After a tile failed, it is not asked for again for so long, in milliseconds.
const again = 60000;
// How much of a device's color its way in a recording has, in percent.
const recordedShare = 32;

export class Ground {
  // What the last picture was made of, and how many points of each track it has.
  sources = [];
  counts = new Map();
  // What the names of places, and the buttons, leave for the names of receivers.
  room = new Room(0, 0);
  images = new Map();

  constructor(map, canvas, tiles, grid) {
    this.map = map;
    this.state = map.state;
    this.canvas = canvas;
    this.tiles = tiles;
    this.grid = grid;
  }

  // Draws everything if the view or anything else has changed; otherwise only what the tracks have more.
  draw() {
    const { map, state } = this;
    const selected = state.selected?.id;
    const sources = [map.center.x, map.center.y, map.zoom, map.width, map.height, devicePixelRatio, color('map'),
      selected, state.places, state.settings, state.generation, state.recording];
    const isSame = sources.every((source, index) => source === this.sources[index]);
    if (!isSame) {
      this.sources = sources;
      this.counts.clear();
      this.context = clear(this.canvas);
      this.room = new Room(map.width, map.height);
      for (const { x, y, width, height } of map.buttons) this.room.take(x, y, width, height);
      this.drawTiles();
      this.drawGrid();
      for (const place of state.places) this.drawPlace(place);
      for (const [id, track] of state.recording?.tracks ?? []) this.drawLine(track, 0, faintColor(this.number(id), recordedShare), 4);
    }
    for (const [id, track] of state.tracks) if (id !== selected) this.drawTrack(id, track, false);
    if (state.tracks.has(selected)) this.drawTrack(selected, state.tracks.get(selected), true);
  }

  drawTiles() {
    const { map } = this;
    const { url, minZoom = 0, maxZoom = 19 } = this.state.settings.tiles ?? {};
    const zoom = Math.max(0, Math.min(maxZoom, Math.round(map.zoom)));
    const isShown = url && zoom >= minZoom && map.zoom <= zoom + mostMagnified;
    const count = 2 ** zoom;
    const size = map.scale / count;
    const left = map.center.x * map.scale - map.width / 2;
    const top = map.center.y * map.scale - map.height / 2;
    const wanted = new Map();
    const last = isShown ? Math.min(count - 1, (top + map.height) / size) : -1;
    for (let y = Math.max(0, Math.floor(top / size)); y <= last; y++) {
      for (let x = Math.floor(left / size); x <= (left + map.width) / size; x++) {
        wanted.set(`${zoom}/${x}/${y} ${url}`, { x, y });
      }
    }
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
        // Where no tile is, the grid can be seen.
        image.addEventListener('error', ({ target }) => {
          target.hidden = true;
          setTimeout(() => this.forget(key, target), again);
        });
        image.src = url.replace('{z}', zoom).replace('{y}', y)
          .replace('{x}', ((x % count) + count) % count);
        this.images.set(key, image);
        this.tiles.append(image);
      }
      image.style.width = image.style.height = `${size + 0.5}px`;
      image.style.transform = `translate(${x * size - left}px, ${y * size - top}px)`;
    }
  }

  // A server that is busy may have the tile later.
  forget(key, image) {
    if (this.images.get(key) !== image) return;
    image.remove();
    this.images.delete(key);
  }

  // Lines of latitude and longitude, with labels.
  drawGrid() {
    const { map } = this;
    const { width, height } = map;
    const context = clear(this.grid);
    const perPixel = 360 / map.scale;
    const step = steps.findLast(value => value / perPixel >= 110) ?? 30;
    const places = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const corner = unproject(map.center.x - width / 2 / map.scale, map.center.y - height / 2 / map.scale);
    const opposite = unproject(map.center.x + width / 2 / map.scale, map.center.y + height / 2 / map.scale);
    context.strokeStyle = color('grid');
    context.fillStyle = color('soft');
    context.lineWidth = 1;
    context.font = '11px system-ui, sans-serif';
    const label = (value, positive, negative) =>
      `${Math.abs(value).toFixed(places)}°${value < 0 ? negative : value > 0 ? positive : ''}`;
    context.textAlign = 'left';
    context.textBaseline = 'bottom';
    for (let value = Math.ceil(opposite.latitude / step) * step; value <= corner.latitude; value += step) {
      const y = Math.round(height / 2 + (project(value, 0).y - map.center.y) * map.scale) + 0.5;
      line(context, 0, y, width, y);
      if (y > 50 && y < height - 60) context.fillText(label(value, 'N', 'S'), 6, y - 2);
    }
    for (let value = Math.ceil(corner.longitude / step) * step; value <= opposite.longitude; value += step) {
      const x = Math.round(width / 2 + ((value + 180) / 360 - map.center.x) * map.scale) + 0.5;
      line(context, x, 0, x, height);
      const turned = value - 360 * Math.round(value / 360);
      // Below the attribution.
      if (x < width - 110) context.fillText(label(turned, 'E', 'W'), x + 4, 34);
    }
  }

  drawPlace(place) {
    const { context, map } = this;
    const { geometry, properties } = place;
    const point = ([longitude, latitude]) => map.point(latitude, longitude);
    context.strokeStyle = context.fillStyle = color('place');
    context.lineWidth = 1.5;
    context.setLineDash([5, 4]);
    let at;
    context.beginPath();
    if (geometry.type === 'Point') {
      at = point(geometry.coordinates);
      context.arc(at.x, at.y, map.pixels(properties.radius, geometry.coordinates[1]), 0, 2 * Math.PI);
    } else {
      const rings = geometry.type === 'Polygon' ? geometry.coordinates : [geometry.coordinates];
      at = point(rings[0][0]);
      for (const ring of rings) ring.map(point).forEach(({ x, y }, index) => index ? context.lineTo(x, y) : context.moveTo(x, y));
      if (geometry.type === 'LineString') {
        context.lineWidth = Math.max(1.5, 2 * map.pixels(properties.radius, geometry.coordinates[0][1]));
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
    const width = labelWidth(context, properties.name);
    if (!this.room.isFree(at.x, at.y, width, labelHeight)) return;
    this.room.take(at.x, at.y, width, labelHeight);
    drawLabel(context, properties.name, at.x, at.y, color('place'));
  }

  // Draws the points of a track that are not drawn yet.
  drawTrack(id, track, isSelected) {
    const first = this.counts.get(id) ?? 0;
    if (track.length <= first) return;
    this.counts.set(id, track.length);
    const number = this.number(id);
    this.drawLine(track, first, isSelected ? deviceColor(number) : faintColor(number), isSelected ? 3 : 2);
  }

  number(id) { return this.state.numbers.get(id) ?? 0; }

  // Draws the line to the points from the one with the index `first` on.
  drawLine(track, first, strokeStyle, lineWidth) {
    const { context, map } = this;
    Object.assign(context, { strokeStyle, lineWidth });
    context.lineJoin = context.lineCap = 'round';
    context.beginPath();
    let last;
    for (let index = Math.max(0, first - 1); index < track.length; index++) {
      const place = track[index];
      const point = map.screen(place);
      if (place.starts || !last || Math.abs(point.x - last.x) > map.scale / 2) context.moveTo(point.x, point.y);
      else context.lineTo(point.x, point.y);
      last = point;
    }
    context.stroke();
    context.lineCap = 'butt';
  }
}
