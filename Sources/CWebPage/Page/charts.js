// Values over time.

import { color } from './colors.js';
import { clear } from './drawing.js';

// Draws a value of the points of a track. Points without the value make a gap.
export function drawChart(canvas, track, value, name, unit) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width) return;
  const context = clear(canvas);
  const known = track.filter(point => value(point) !== null);
  context.font = '11px system-ui, sans-serif';
  context.fillStyle = color('soft');
  if (known.length === 0) {
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText('not reported yet', width / 2, height / 2);
    canvas.setAttribute('aria-label', `${name} over time: not reported yet`);
    return;
  }
  let [least, most] = [Infinity, -Infinity];
  for (const point of known) {
    least = Math.min(least, value(point));
    most = Math.max(most, value(point));
  }
  const last = value(known.at(-1));
  canvas.setAttribute('aria-label',
    `${name} over time: now ${last.toFixed(1)} ${unit}, from ${least.toFixed(1)} to ${most.toFixed(1)} ${unit}`);
  const step = niceStep(Math.max(most - least, 1) / 3);
  const [low, high] = [Math.floor(least / step) * step, Math.max(Math.ceil(most / step) * step, Math.floor(least / step) * step + step)];
  const levels = [];
  for (let level = low; level <= high + step / 2; level += step) levels.push([level, level.toFixed(step < 1 ? 1 : 0)]);
  const left = Math.ceil(Math.max(...levels.map(([, text]) => context.measureText(text).width))) + 10;
  const [bottom, top] = [height - 18, 6];
  const [start, end] = [known[0].time, Math.max(known.at(-1).time, known[0].time + 10)];
  const x = time => left + (time - start) / (end - start) * (width - left - 4);
  const y = number => bottom - (number - low) / (high - low) * (bottom - top);
  context.lineWidth = 1;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const [level, text] of levels) {
    context.strokeStyle = color('line');
    context.beginPath();
    context.moveTo(left, Math.round(y(level)) + 0.5);
    context.lineTo(width, Math.round(y(level)) + 0.5);
    context.stroke();
    context.fillText(text, left - 6, y(level));
  }
  context.textBaseline = 'bottom';
  const clock = time => new Date(time * 1000).toISOString().slice(11, 19);
  context.textAlign = 'left';
  context.fillText(clock(start), left, height);
  context.textAlign = 'right';
  context.fillText(`${clock(end)} UTC`, width - 2, height);
  context.strokeStyle = color('track');
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.beginPath();
  let isInterrupted = true;
  for (const point of track) {
    if (value(point) === null) {
      isInterrupted = true;
      continue;
    }
    if (isInterrupted || point.starts) context.moveTo(x(point.time), y(value(point)));
    context.lineTo(x(point.time), y(value(point)));
    isInterrupted = false;
  }
  context.stroke();
  context.beginPath();
  context.arc(x(known.at(-1).time), y(last), 3.5, 0, 2 * Math.PI);
  context.fillStyle = color('track');
  context.fill();
}

function niceStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find(factor => factor * power >= value) * power;
}
