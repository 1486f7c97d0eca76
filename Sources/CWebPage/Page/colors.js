// The colors of the theme, and a color for each device.

// It follows the theme by itself; reading it is slow.
const style = getComputedStyle(document.documentElement);
let known = new Map();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { known = new Map(); });

function remembered(key, make) {
  if (!known.has(key)) known.set(key, make());
  return known.get(key);
}

export const color = name => remembered(name, () => style.getPropertyValue(`--${name}`).trim());

// The golden angle: each hue is far from those of the numbers before it.
const turn = 137.508;
const blue = 258;
const huesOfShade = 8;
const shades = [0, -0.13, 0.09];

// The color of the device with a number. The first one has the color of a device alone.
export const deviceColor = number => number === 0 ? color('marker') : remembered(number, () => {
  const light = Number(color('device-light')) + shades[Math.floor(number / huesOfShade) % shades.length];
  return `oklch(${light.toFixed(2)} ${color('device-chroma')} ${((blue + number * turn) % 360).toFixed(1)})`;
});

// The color of the track of a device that is not chosen. It is opaque, so that pieces of a line can meet.
export const faintColor = (number, share = 45) => remembered(`faint ${number} ${share}`, () =>
  `color-mix(in oklab, ${deviceColor(number)} ${share}%, ${color('map')})`);
