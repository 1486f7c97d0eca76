// Joins the state and what shows it.

import { drawChart } from './charts.js';
import { Fleet } from './fleet.js';
import { GroundMap } from './map.js';
import {
  age, showEvents, showHeader, showPlaces, showPosition, showSource, speak,
} from './panels.js';
import { drawBars, drawSky, fillTable, skyWords } from './sky.js';
import { Slider } from './slider.js';
import { State } from './state.js';

const byId = id => document.getElementById(id);

// The cookie has a session for the token of the link. The token is not for bookmarks; this tab keeps it for a
// server that is started again.
const token = new URLSearchParams(location.search).get('token');
if (token) {
  sessionStorage.setItem('token', token);
  history.replaceState(null, '', location.pathname);
}

const state = new State();
let chosen = null;
// The receiver that the user chose, or else the one in use.
Object.defineProperty(state, 'selected', {
  get: () => state.receivers.get(chosen) ?? firstInUse() ?? state.receivers.values().next().value,
});
function firstInUse() {
  for (const receiver of state.receivers.values()) if (receiver.inUse && receiver.fix) return receiver;
}
state.isOld = receiver => age(state, receiver) > receiver.longestAge;
state.isPresent = receiver => state.isConnected && receiver.state === 'fix' && receiver.inUse
  && receiver.kind !== 'remembered' && !state.isOld(receiver);

const map = new GroundMap(byId('map'), state,
  () => byId('follow').setAttribute('aria-pressed', String(map.follows)),
  id => {
    choose(id);
    fleet.reveal(id);
  });
const fleet = new Fleet(byId('devices'), state, id => {
  choose(id);
  map.reveal(state.selected);
});

function choose(id) {
  chosen = id;
  state.complete();
  schedule(all);
}

const slider = new Slider(byId('slider'), state,
  () => schedule(['position', 'map']), position => play({ action: 'seek', position }));
// The map marks its position.
state.slider = slider;

const views = {
  header: () => showHeader(state),
  position: () => showPosition(state, slider),
  map: () => map.draw(),
  fleet: () => fleet.show(),
  charts: () => {
    const track = state.tracks.get(state.selected?.id) ?? [];
    drawChart(byId('speed-canvas'), track, point => point.speed === null ? null : point.speed * 3.6, 'Speed', 'km/h');
    drawChart(byId('altitude-canvas'), track, point => point.altitude, 'Altitude', 'm');
  },
  sky: () => {
    const satellites = state.skies.get(state.selected?.id)?.satellites ?? [];
    drawSky(byId('sky-canvas'), satellites);
    drawBars(byId('bars-canvas'), satellites);
    byId('sky-words').textContent = skyWords(satellites);
    if (document.querySelector('.sky details').open) {
      fillTable(document.querySelector('#sky-table tbody'), satellites);
    }
  },
  places: () => showPlaces(state),
  events: () => showEvents(state),
  source: () => showSource(state),
  words: () => speak(state),
};
const all = Object.keys(views);
// What an event of the server changes: everything, if it is not here.
const concerned = {
  fix: ['header', 'position', 'map', 'charts', 'places', 'words'], sky: ['sky', 'position'],
  event: ['events'], status: ['header', 'position', 'map', 'fleet', 'source', 'words'],
};
// What shows all devices.
const ofFleet = ['map', 'fleet'];
// What an event of another device than the chosen one changes.
const concernedOfOthers = { fix: ['map'], receiver: ['map', 'fleet'], sky: [] };

// Several events lead to one frame. A page in the background draws nothing.
const pending = new Set(all);
let isScheduled = false;
function schedule(names) {
  for (const name of names) pending.add(name);
  if (isScheduled || pending.size === 0) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    const names = [...pending];
    pending.clear();
    for (const name of names) views[name]();
  });
}

// The more devices there are, the less often they are drawn: once in so many milliseconds for each of them.
const patience = 2;
const mostPatience = 500;
const late = new Set();
let timer = null;
function scheduleLater(names) {
  for (const name of names) late.add(name);
  if (late.size === 0) return;
  timer ??= setTimeout(() => {
    timer = null;
    schedule(late);
    late.clear();
  }, Math.min(mostPatience, patience * state.receivers.size));
}

state.addEventListener('change', ({ detail: { name, id } }) => {
  state.complete();
  const isOther = id !== undefined && id !== state.selected?.id;
  const names = (isOther && concernedOfOthers[name]) || concerned[name] || all;
  const canWait = view => state.receivers.size > 1 && ofFleet.includes(view);
  schedule(names.filter(view => !canWait(view)));
  scheduleLater(names.filter(canWait));
});
setInterval(() => schedule(['header', 'position', 'words']), 1000);
new ResizeObserver(() => schedule(['charts', 'sky'])).observe(document.querySelector('main'));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => schedule(all));
document.querySelector('.sky details').addEventListener('toggle', () => schedule(['sky']));
schedule(all);

byId('zoom-in').addEventListener('click', () => map.zoomBy(1));
byId('zoom-out').addEventListener('click', () => map.zoomBy(-1));
byId('follow').addEventListener('click', () => map.follow(!map.follows));
byId('whole').addEventListener('click', () => map.showAll());
state.addEventListener('change', ({ detail: { name } }) => {
  if (name !== 'settings') return;
  const { tiles } = state.settings;
  const words = tiles ? tiles.attribution : '“locate web --tiles map.mbtiles” adds a map.';
  byId('attribution').hidden = !words;
  byId('attribution').textContent = words ?? '';
});

const requests = {
  restart: { action: 'seek', position: 0 },
  back: { action: 'seek', by: -10 },
  on: { action: 'seek', by: 10 },
};
byId('playback').addEventListener('click', event => {
  const { action } = event.target.dataset;
  if (action) play(requests[action] ?? { action });
});

async function play(request) {
  try {
    const response = await fetch('api/playback', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request),
    });
    if (!response.ok) return;
    state.status.playback = await response.json();
    schedule(['header', 'position', 'map']);
  } catch {
    // The banner says that there is no connection.
  }
}

// For the tests of this page.
globalThis.locate = { state, map, fleet };
