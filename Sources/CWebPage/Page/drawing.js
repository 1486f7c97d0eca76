// What several pictures draw.

import { color } from './colors.js';

// Makes a canvas empty and as large as it is shown, and returns its context.
export function clear(canvas) {
  const ratio = devicePixelRatio;
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  const context = canvas.getContext('2d');
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

export function line(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

export const labelHeight = 16;
const labelFont = '600 12px system-ui, sans-serif';

// Text with a margin of the map's color, so that it can be read on lines.
export function drawLabel(context, text, x, y, textColor, baseline = 'middle') {
  context.font = labelFont;
  context.textAlign = 'center';
  context.textBaseline = baseline;
  context.lineWidth = 3.5;
  context.lineJoin = 'round';
  context.strokeStyle = color('map');
  context.strokeText(text, x, y);
  context.fillStyle = textColor;
  context.fillText(text, x, y);
}

const widths = new Map();

// The width of a label.
export function labelWidth(context, text) {
  let width = widths.get(text);
  if (width === undefined) {
    context.font = labelFont;
    width = context.measureText(text).width;
    widths.set(text, width);
  }
  return width;
}

// Remembers which parts of a picture are taken.
export class Room {
  static size = 6;

  constructor(width, height) {
    this.columns = Math.ceil(width / Room.size);
    this.rows = Math.ceil(height / Room.size);
    this.cells = new Uint8Array(this.columns * this.rows);
    [this.width, this.height] = [width, height];
  }

  copy() {
    const copy = new Room(this.width, this.height);
    copy.cells.set(this.cells);
    return copy;
  }

  // Whether all of a box is in the picture.
  holds(x, y, width, height) {
    return x >= width / 2 && y >= height / 2 && x <= this.width - width / 2 && y <= this.height - height / 2;
  }

  // Calls a function with the cells of a box around a point until it returns true.
  #some(x, y, width, height, test) {
    const { columns, rows } = this;
    const [left, right] = [Math.floor((x - width / 2) / Room.size), Math.floor((x + width / 2) / Room.size)];
    const [top, bottom] = [Math.floor((y - height / 2) / Room.size), Math.floor((y + height / 2) / Room.size)];
    for (let row = Math.max(0, top); row <= Math.min(rows - 1, bottom); row++) {
      for (let column = Math.max(0, left); column <= Math.min(columns - 1, right); column++) {
        if (test(row * columns + column)) return true;
      }
    }
    return false;
  }

  isFree(x, y, width, height) { return !this.#some(x, y, width, height, cell => this.cells[cell]); }

  take(x, y, width, height) {
    this.#some(x, y, width, height, cell => { this.cells[cell] = 1; });
  }
}
