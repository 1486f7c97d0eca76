// The satellites: where they are, and how strong their signals are.

import { color } from './colors.js';
import { clear, line } from './drawing.js';
import { satelliteName, systemName } from './format.js';

// Beyond the horizon is room for half a satellite, and then for a letter, which is never among satellites.
const letterGap = 18;
const horizonMargin = letterGap + 7;

export function drawSky(canvas, satellites) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width) return;
  const context = clear(canvas);
  const [x, y, radius] = [width / 2, height / 2, Math.min(width, height) / 2 - horizonMargin];
  context.strokeStyle = color('line');
  context.lineWidth = 1;
  for (const part of [1, 2 / 3, 1 / 3]) {
    context.beginPath();
    context.arc(x, y, radius * part, 0, 2 * Math.PI);
    context.stroke();
  }
  context.beginPath();
  context.moveTo(x - radius, y);
  context.lineTo(x + radius, y);
  context.moveTo(x, y - radius);
  context.lineTo(x, y + radius);
  context.stroke();
  context.fillStyle = color('soft');
  context.font = '600 11px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const [name, angle] of [['N', 0], ['E', 90], ['S', 180], ['W', 270]]) {
    const turn = angle * Math.PI / 180;
    context.fillText(name, x + Math.sin(turn) * (radius + letterGap), y - Math.cos(turn) * (radius + letterGap));
  }
  // Many satellites need smaller circles.
  const size = satellites.length > 24 ? 7 : 9;
  for (const satellite of satellites) {
    if (satellite.az === undefined || satellite.el === undefined || satellite.el < 0) continue;
    const turn = satellite.az * Math.PI / 180;
    const part = radius * (90 - satellite.el) / 90;
    const [left, top] = [x + Math.sin(turn) * part, y - Math.cos(turn) * part];
    context.beginPath();
    context.arc(left, top, size, 0, 2 * Math.PI);
    context.fillStyle = satellite.used ? color('bar') : color('panel');
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = satellite.used ? color('bar') : color('bar-unused');
    context.stroke();
    context.fillStyle = satellite.used ? color('panel') : color('soft');
    context.font = `600 ${size - 0.5}px system-ui, sans-serif`;
    context.fillText(satelliteName(satellite), left, top + 0.5);
  }
}

export function drawBars(canvas, satellites) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width) return;
  const context = clear(canvas);
  const heard = satellites.filter(satellite => satellite.ss !== undefined)
    .sort((one, other) => (one.gnssid ?? 9) - (other.gnssid ?? 9) || one.PRN - other.PRN);
  const [left, bottom, most] = [22, height - 34, 55];
  context.font = '10px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.lineWidth = 1;
  for (const level of [0, 20, 40]) {
    const y = Math.round(bottom - level / most * (bottom - 4)) + 0.5;
    context.strokeStyle = color('line');
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(width, y);
    context.stroke();
    context.fillStyle = color('soft');
    context.fillText(String(level), left - 5, y);
  }
  if (heard.length === 0) return;
  const step = Math.min(34, (width - left - 4) / heard.length);
  heard.forEach((satellite, index) => {
    const size = Math.min(satellite.ss, most) / most * (bottom - 4);
    const x = left + 3 + index * step;
    context.fillStyle = satellite.used ? color('bar') : color('bar-unused');
    context.beginPath();
    context.roundRect(x, bottom - size, Math.max(2, step - 4), size, [3, 3, 0, 0]);
    context.fill();
    if (step < 12) return;
    context.save();
    context.translate(x + (step - 4) / 2, bottom + 5);
    context.rotate(-Math.PI / 2);
    context.fillStyle = color('soft');
    context.fillText(satelliteName(satellite), 0, 0);
    context.restore();
  });
  if (step < 12) nameSystems(context, heard, index => left + 3 + index * step, bottom, width);
}

// Where there is no room for the name of each satellite, its system has a name, in the first row with room for it.
function nameSystems(context, heard, start, bottom, width) {
  context.textAlign = 'left';
  context.strokeStyle = context.fillStyle = color('soft');
  const ends = [0, 0];
  let first = 0;
  heard.forEach(({ gnssid }, index) => {
    if (heard[index + 1]?.gnssid === gnssid && index + 1 < heard.length) return;
    const [from, to] = [start(first), start(index + 1) - 3];
    first = index + 1;
    line(context, from, bottom + 5.5, to, bottom + 5.5);
    const name = systemName(gnssid);
    const size = context.measureText(name).width;
    const x = Math.max(0, Math.min(width - size, (from + to - size) / 2));
    const row = ends.findIndex(end => end <= x);
    if (row < 0) return;
    ends[row] = x + size + 4;
    context.fillText(name, x, bottom + 14 + row * 13);
  });
}

// One sentence for people who do not see the plots.
export function skyWords(satellites) {
  if (satellites.length === 0) return 'No satellites reported.';
  const used = satellites.filter(satellite => satellite.used).length;
  const systems = new Map();
  for (const { gnssid } of satellites) {
    const name = systemName(gnssid);
    systems.set(name, (systems.get(name) ?? 0) + 1);
  }
  const parts = [...systems].map(([name, count]) => `${count} ${name}`);
  return `${satellites.length} in view, ${used} used (filled): ${parts.join(', ')}.`;
}

export function fillTable(body, satellites) {
  body.replaceChildren(...satellites.map(satellite => {
    const row = document.createElement('tr');
    const cells = [
      `${systemName(satellite.gnssid)} ${satellite.svid ?? satellite.PRN}`,
      satellite.el === undefined ? '–' : `${satellite.el.toFixed(0)}°`,
      satellite.az === undefined ? '–' : `${satellite.az.toFixed(0)}°`,
      satellite.ss === undefined ? '–' : satellite.ss.toFixed(0),
      satellite.used === undefined ? '–' : satellite.used ? 'yes' : 'no',
    ];
    row.append(...cells.map(text => {
      const cell = document.createElement('td');
      cell.textContent = text;
      return cell;
    }));
    return row;
  }));
}
