// Everything that is shown as text.

import {
  angle, compassPoint, distance, duration, fixWords, number, timeOfDay, withUnit,
} from './format.js';

const byId = id => document.getElementById(id);

// Changes a text only if it is another one, so that selections and screen readers are not disturbed.
export function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

const losses = {
  'no fix': 'the receiver has no fix', silent: 'the receiver sends nothing',
  'device removed': 'the receiver was unplugged', disconnected: 'the connection broke',
  'no device': 'there is no receiver', 'device added': 'the receiver was plugged in',
};
const lossWords = reason => losses[reason] ?? reason;

const authorizations = {
  notDetermined: 'not asked yet', restricted: 'forbidden by the system', denied: 'denied',
  authorizedWhenInUse: 'granted while in use', authorizedAlways: 'granted',
};

// Why one of several receivers has had no location, as the server says it of all of them.
function reasonToWait(state, { id, reason }) {
  const seen = state.skies.get(id)?.nSat;
  return lossWords(reason) + (seen === undefined ? '' : `, ${seen} satellites in view`);
}

// The age of the last location in seconds.
export const age = (state, receiver) => (state.now() - Date.parse(receiver.ageStart)) / 1000;

// Whether there is a location: a kind for colors, and words.
export function condition(state) {
  const receiver = state.selected;
  if (!state.isConnected) {
    return { kind: 'lost', words: state.status.now ? 'page not connected' : 'connecting' };
  }
  if (!receiver || receiver.state === 'waiting') {
    const words = state.status.ended ? 'no location' : `waiting${state.status.waiting ? `: ${state.status.waiting}` : ''}`;
    return { kind: 'waiting', words };
  }
  if (receiver.state === 'lost' && !receiver.fix) {
    return { kind: 'waiting', words: `no location yet: ${state.status.waiting ?? reasonToWait(state, receiver)}` };
  }
  if (receiver.state === 'lost') {
    const since = (state.now() - Date.parse(receiver.lostAt)) / 1000;
    return { kind: 'lost', words: `location lost ${duration(since)} ago: ${lossWords(receiver.reason)}` };
  }
  if (!receiver.inUse) return { kind: 'old', words: 'this source is not in use now' };
  if (state.status.ended) return { kind: 'old', words: 'recording ended' };
  if (state.status.playback?.paused) return { kind: 'old', words: 'paused' };
  if (receiver.kind === 'remembered' || state.isOld(receiver)) return { kind: 'old', words: `last location ${duration(age(state, receiver))} ago` };
  return { kind: 'fix', words: receiver.fix.mode === 3 ? '3D fix' : '2D fix' };
}

// Which one of several devices it is about.
const subject = state => state.receivers.size > 1 && state.selected ? `${state.selected.name}: ` : '';

function caution(receiver) {
  if (!receiver) return '';
  const words = [];
  if (receiver.simulated) words.push('simulated');
  if (receiver.kind === 'replayed') words.push('replayed');
  if (receiver.kind === 'remembered') words.push('remembered');
  return words.length ? `${words.join(', ')}: not a present location` : '';
}

export function showHeader(state) {
  const { kind, words } = condition(state);
  const badge = byId('status');
  if (badge.className !== `badge ${kind}`) badge.className = `badge ${kind}`;
  setText('status-text', `${subject(state)}${words}`);
  setText('source', state.status.source ?? 'Location');
  const { selected } = state;
  const title = state.status.source ?? 'Location';
  document.title = kind === 'lost' ? `Lost: ${title}` : title;
  const text = caution(selected);
  byId('caution').hidden = !text;
  setText('caution', text);
  byId('banner').hidden = state.isConnected || !state.status.now;
  setText('banner', state.isRefused
    ? 'The server does not know this browser any more. Open the link that locate web printed; what you see is old.'
    : 'The page lost its server. It connects again by itself; what you see is old.');
  byId('position').classList.toggle('is-lost', kind === 'lost');
}

export function showPosition(state, slider) {
  const receiver = state.selected;
  const fix = receiver?.fix ?? {};
  setText('position-title', `${subject(state)}Position`);
  setText('latitude', angle(fix.lat, 'N', 'S'));
  setText('longitude', angle(fix.lon, 'E', 'W'));
  setText('accuracy', fix.eph === undefined ? '–' : `± ${distance(fix.eph)}`);
  setText('altitude', withUnit(fix.altMSL, 1, 'm'));
  setText('speed', fix.speed === undefined ? '–' : `${(fix.speed * 3.6).toFixed(1)} km/h`);
  setText('course', fix.track === undefined ? '–' : `${fix.track.toFixed(0)}° ${compassPoint(fix.track)}`);
  setText('climb', withUnit(fix.climb, 1, 'm/s'));
  const sky = state.skies.get(receiver?.id);
  const used = receiver?.satellites ?? sky?.uSat;
  setText('satellites', used === undefined ? '–' : sky?.nSat ? `${used} of ${sky.nSat}` : String(used));
  setText('mode', receiver?.fix ? fixWords(fix) : '–');
  setText('age', receiver?.fix ? duration(age(state, receiver)) : '–');
  setText('time', fix.time ? fix.time.replace('T', ' ').replace('Z', '') : '–');
  const { playback } = state.status;
  byId('playback').hidden = !playback;
  if (!playback) return;
  setText('pause', playback.paused ? 'Play' : 'Pause');
  byId('pause').dataset.action = playback.paused ? 'resume' : 'pause';
  setText('pace', playback.factor === undefined ? 'max' : `×${playback.factor}`);
  slider.show();
  setText('played', slider.words);
  for (const button of byId('playback').querySelectorAll('[data-action=restart],[data-action=back],[data-action=on]')) {
    button.disabled = !playback.canSeek;
  }
}

function item(left, right, isEvent) {
  const element = document.createElement('li');
  const [first, second] = [document.createElement(isEvent ? 'time' : 'span'), document.createElement('span')];
  first.textContent = left;
  second.textContent = right;
  element.append(first, second);
  return element;
}

function fill(list, key, items, empty) {
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  if (items.length === 0) {
    const element = document.createElement('li');
    element.className = 'empty';
    element.textContent = empty;
    items = [element];
  }
  list.replaceChildren(...items);
}

export function showPlaces(state) {
  const near = state.selected?.places ?? [];
  const words = place => place.distance <= 0
    ? 'here'
    : `${distance(place.distance)}${place.bearing === undefined ? '' : ` ${compassPoint(place.bearing)}`}`;
  fill(byId('places'), JSON.stringify([near.map(place => [place.name, words(place)]), state.places.length]),
    near.map(place => item(place.name, words(place))),
    state.places.length ? 'No location yet.' : 'You have no places. “locate places add Home --here” adds one.');
}

export function showEvents(state) {
  const newest = state.events.toReversed();
  fill(byId('events'), `${newest[0]?.number ?? ''}/${newest.length}`,
    newest.map(event => item(event.time ? timeOfDay(event.time) : '', event.text, true)), 'Nothing happened yet.');
}

export function showSource(state) {
  const { status, selected } = state;
  const values = [
    ['Source', selected?.source ?? status.source],
    ['Receiver', selected?.device],
    ['Kind', selected?.kind],
    ['Authorization', authorizations[status.authorization]],
    ['Locations', number(status.fixes)],
    ['Left out', status.leftOut && `${number(status.leftOut)} reports of more than 5,000 devices`],
    ['Pages open', number(status.clients)],
    ['Server', state.isConnected ? 'connected' : 'not connected'],
    ['Decoder', status.counters],
  ].filter(([, value]) => value !== undefined);
  const list = byId('source-values');
  const key = JSON.stringify(values);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...values.map(([name, value]) => {
    const [group, term, description] = ['div', 'dt', 'dd'].map(tag => document.createElement(tag));
    if (value.length > 20) group.className = 'wide';
    term.textContent = name;
    description.textContent = value;
    group.append(term, description);
    return group;
  }));
}

// The position in words, for screen readers: at once if the state changes, else seldom.
let lastSpoken = -Infinity;
let lastKind = '';
export function speak(state) {
  const { kind, words } = condition(state);
  const receiver = state.selected;
  const now = performance.now();
  if (kind === lastKind && now - lastSpoken < 30000) return;
  if (kind === lastKind && kind !== 'fix') return;
  [lastSpoken, lastKind] = [now, kind];
  const position = receiver?.fix
    ? ` ${angle(receiver.fix.lat, 'north', 'south')}, ${angle(receiver.fix.lon, 'east', 'west')}`
      + (receiver.fix.eph === undefined ? '' : `, accuracy ${distance(receiver.fix.eph)}`)
      + (receiver.fix.speed === undefined ? '' : `, ${(receiver.fix.speed * 3.6).toFixed(0)} km/h`)
    : '';
  const text = `${subject(state)}${words}.${position}`;
  setText('live', text);
  setText('map-words', text);
}
