// Numbers and times as people read them.

export const number = (value, places = 0) =>
  value === undefined || value === null ? '–' : value.toFixed(places);

export const withUnit = (value, places, unit) =>
  value === undefined || value === null ? '–' : `${value.toFixed(places)} ${unit}`;

export function angle(value, positive, negative) {
  if (value === undefined) return '–';
  return `${Math.abs(value).toFixed(7)}° ${value < 0 ? negative : positive}`;
}

const points = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
export const compassPoint = degrees => points[Math.round(degrees / 45) % 8];

export function distance(meters) {
  const size = Math.abs(meters);
  if (size < 10) return `${meters.toFixed(1)} m`;
  if (size < 1000) return `${meters.toFixed(0)} m`;
  return `${(meters / 1000).toFixed(size < 10000 ? 2 : 1)} km`;
}

// A length that is a round number.
export function roundLength(meters) {
  if (meters >= 1000) return `${meters / 1000} km`;
  return meters >= 1 ? `${meters} m` : `${Math.round(meters * 100)} cm`;
}

export function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = part => String(part).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
}

// The time of day of an ISO 8601 text, in the time zone of the browser.
export const timeOfDay = text => new Date(text).toLocaleTimeString([], { hour12: false });

const systems = {
  0: 'GPS', 1: 'SBAS', 2: 'Galileo', 3: 'BeiDou', 4: 'IMES', 5: 'QZSS', 6: 'GLONASS', 7: 'NavIC',
};
export const systemName = id => systems[id] ?? 'Other';
const letters = { 0: 'G', 1: 'S', 2: 'E', 3: 'C', 4: 'I', 5: 'J', 6: 'R', 7: 'I' };
export const satelliteName = satellite =>
  satellite.gnssid === undefined || satellite.svid === undefined
    ? String(satellite.PRN) : `${letters[satellite.gnssid] ?? '?'}${satellite.svid}`;

const statuses = {
  2: 'differential', 3: 'RTK fixed', 4: 'RTK float', 5: 'dead reckoning', 6: 'dead reckoning',
  7: 'surveyed', 9: 'precise',
};
export function fixWords(fix) {
  const mode = fix.mode === 3 ? '3D' : '2D';
  return statuses[fix.status] ? `${mode}, ${statuses[fix.status]}` : mode;
}
