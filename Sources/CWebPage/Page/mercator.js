// The projection of web maps: x and y are 0 to 1 for the whole Earth, y downward.

const radius = 6378137;
const limit = 85.0511;

export function project(latitude, longitude) {
  const bounded = Math.max(-limit, Math.min(limit, latitude)) * Math.PI / 180;
  return {
    x: (longitude + 180) / 360,
    y: 0.5 - Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / (2 * Math.PI),
  };
}

export function unproject(x, y) {
  return {
    latitude: (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) * 180 / Math.PI,
    longitude: x * 360 - 180,
  };
}

// The length of a meter at a latitude, as a part of the whole map.
export const meter = latitude =>
  1 / (2 * Math.PI * radius * Math.cos(Math.min(limit, Math.abs(latitude)) * Math.PI / 180));

// A round number, 1, 2 or 5 times a power of ten, that is not larger than a value.
export function roundDown(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const digits = value / power;
  return (digits >= 5 ? 5 : digits >= 2 ? 2 : 1) * power;
}
