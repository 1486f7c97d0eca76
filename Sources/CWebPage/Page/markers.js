// The receivers on the map: where they are, how accurately, where they go, and their names.

import { color, deviceColor } from './colors.js';
import { drawLabel, labelHeight, labelWidth, line } from './drawing.js';
import { moves } from './fleet.js';

// How far the tip of the arrow is from the place, and what is drawn of a receiver that is just outside.
const tip = 22;
const margin = 40;
// How near a press has to be to a marker.
const reach = 24;

export class Markers {
  // What is on the screen, the chosen one last.
  shown = [];
  // Where the name of each receiver is, so that it stays there.
  sides = new Map();

  constructor(map) {
    this.map = map;
    this.state = map.state;
  }

  // Returns how the chosen receiver was drawn; null if it was not.
  draw(context) {
    const { map, state } = this;
    this.context = context;
    const selected = state.selected;
    this.shown = [];
    let count = 0;
    let last;
    for (const receiver of state.receivers.values()) {
      if (!receiver.fix) continue;
      count += 1;
      const marker = this.marker(receiver);
      if (receiver === selected) last = marker;
      else if (this.isVisible(marker)) this.shown.push(marker);
    }
    if (last) this.shown.push(last);
    this.drawMark(selected?.id);
    for (const marker of this.shown) this.drawMarker(marker, marker === last, count > 1);
    if (count > 1) this.drawNames(last);
    if (!last) return null;
    const { fix } = selected;
    return {
      x: last.x, y: last.y, radius: last.radius, accuracy: fix.eph ?? null, isLost: last.isLost, zoom: map.zoom,
      latitude: fix.lat, longitude: fix.lon, metersPerPixel: 1 / map.pixels(1, fix.lat),
    };
  }

  // Where the recording of a receiver is at the marked position.
  drawMark(id) {
    const { context, map, state } = this;
    const position = state.slider.mark;
    const track = state.recording?.tracks.get(id);
    this.mark = null;
    if (position === null || !track?.length) return;
    // Between two points, in proportion to the time; after the last one, there.
    const next = track.findIndex(({ time }) => time > position);
    const to = track.at(next);
    const from = track[next - 1] ?? to;
    const share = to.time > from.time ? (position - from.time) / (to.time - from.time) : 0;
    this.mark = map.screen({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
    const { x, y } = this.mark;
    for (const [width, style] of [[6, color('panel')], [3, color('text')]]) {
      context.beginPath();
      context.arc(x, y, 12, 0, 2 * Math.PI);
      context.lineWidth = width;
      context.strokeStyle = style;
      context.stroke();
    }
  }

  // The receiver at a point of the screen.
  at(x, y) {
    let [nearest, least] = [null, reach];
    for (const marker of this.shown) {
      const distance = Math.hypot(marker.x - x, marker.y - y);
      if (distance <= least) [nearest, least] = [marker, distance];
    }
    return nearest?.receiver.id;
  }

  marker(receiver) {
    const { map, state } = this;
    const { fix } = receiver;
    const isLost = !state.isPresent(receiver);
    const direction = receiver.heading ?? fix.track;
    const pointsThere = direction !== undefined && !isLost && (receiver.heading !== undefined || moves(receiver));
    return {
      receiver, isLost, ...map.point(fix.lat, fix.lon),
      turn: pointsThere ? direction * Math.PI / 180 : null,
      radius: fix.eph === undefined ? null : map.pixels(fix.eph, fix.lat),
    };
  }

  isVisible({ x, y, radius }) {
    const { width, height } = this.map;
    const room = Math.max(margin, radius ?? 0);
    return x > -room && y > -room && x < width + room && y < height + room;
  }

  drawMarker({ receiver, x, y, isLost, turn, radius }, isSelected, isOneOfSeveral) {
    const { context } = this;
    const fill = isLost ? color('lost') : deviceColor(this.state.numbers.get(receiver.id) ?? 0);
    const size = isSelected ? 8 : 6;
    if (radius > size) {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = context.strokeStyle = fill;
      context.globalAlpha = 0.14;
      context.fill();
      context.globalAlpha = 0.75;
      context.lineWidth = 1.5;
      if (isLost) context.setLineDash([4, 4]);
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
    }
    if (turn !== null) {
      const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
      const corner = (right, up) => [x + right * cosine + up * sine, y + right * sine - up * cosine];
      context.beginPath();
      context.moveTo(...corner(0, tip));
      context.lineTo(...corner(8, 9));
      context.lineTo(...corner(-8, 9));
      context.closePath();
      context.fillStyle = fill;
      context.fill();
    }
    context.beginPath();
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    context.lineWidth = 2.5;
    context.strokeStyle = color('panel');
    context.stroke();
    if (isSelected && isOneOfSeveral) {
      context.beginPath();
      context.arc(x, y, size + 2, 0, 2 * Math.PI);
      context.strokeStyle = color('text');
      context.lineWidth = 2;
      context.stroke();
    }
    if (isLost) {
      context.lineWidth = 2;
      context.strokeStyle = color('panel');
      line(context, x - 3.5, y - 3.5, x + 3.5, y + 3.5);
      line(context, x - 3.5, y + 3.5, x + 3.5, y - 3.5);
    }
  }

  // Names do not hide markers or each other. One without room is left out. The chosen one comes first, then those
  // that were there before.
  drawNames(selected) {
    const { context, map, sides } = this;
    const room = map.ground.room.copy();
    for (const { x, y, turn } of this.shown) {
      room.take(x, y, 14, 14);
      if (turn !== null) room.take(x + Math.sin(turn) * 15, y - Math.cos(turn) * 15, 10, 10);
    }
    const former = new Map(sides);
    sides.clear();
    const rank = marker => marker === selected ? 0 : former.has(marker.receiver.id) ? 1 : 2;
    const ranked = [[], [], []];
    for (const marker of this.shown) ranked[rank(marker)].push(marker);
    for (const { receiver, x, y } of ranked.flat()) {
      const { id, name } = receiver;
      const width = labelWidth(context, name);
      const beside = 14 + width / 2;
      const places = [[0, 24], [0, -22], [beside, 0], [-beside, 0]];
      const sure = receiver.id === selected?.receiver.id;
      const order = [former.get(id) ?? 0, 0, 1, 2, 3];
      const side = order.find(side => {
        const box = [x + places[side][0], y + places[side][1], width + 4, labelHeight];
        return room.holds(...box) && room.isFree(...box);
      }) ?? (sure ? 0 : undefined);
      if (side === undefined) continue;
      const [right, down] = places[side];
      room.take(x + right, y + down, width + 4, labelHeight);
      sides.set(id, side);
      drawLabel(context, name, x + right, y + down, color('text'));
    }
  }
}
