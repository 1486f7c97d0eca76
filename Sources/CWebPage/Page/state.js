// What the server told. It arrives as Server-Sent Events: all of it at first, then each change.

import { project } from './mercator.js';

// The most points of a track, and of all tracks that are not the chosen one.
const trackLimit = 10000;
const restLimit = 200000;
const eventLimit = 100;
// The server sends something each second.
const silence = 6000;
// After a request that failed, the next one waits, in milliseconds.
const patience = 5000;

export class State extends EventTarget {
  receivers = new Map();
  skies = new Map();
  tracks = new Map();
  // The receivers whose tracks have all points that the server has.
  whole = new Set();
  // Changes if the tracks begin anew.
  beginning = 0;
  // What is requested now, when the next request of a kind may be made, and what arrived meanwhile.
  requests = new Set();
  nextRequests = new Map();
  arrived = new Map();
  // The number of the last event that a whole track has, by its receiver.
  included = new Map();
  // The run of the server, as the ids of its events name it.
  run = null;
  // The ways in a recording from its start to its end, and its duration in seconds; null if they are not known.
  recording = null;
  // Each receiver has its number, for its color: its place in the order in which they appeared.
  numbers = new Map();
  // Changes if a track is another one than before, and not only longer.
  generation = 0;
  nextNumber = 0;
  events = [];
  places = [];
  status = {};
  settings = {};
  isConnected = false;
  // Whether the server wants the token.
  isRefused = false;
  // The server's clock minus this one, in milliseconds.
  offset = 0;

  constructor() {
    super();
    this.connect();
    setInterval(() => {
      if (performance.now() - this.heard > silence) this.connect();
    }, 1000);
  }

  // Tells the listeners which receiver changed, and what of it.
  tell(name, id) { this.dispatchEvent(new CustomEvent('change', { detail: { name, id } })); }

  now() { return Date.now() + this.offset; }

  connect() {
    this.source?.close();
    this.heard = performance.now();
    // A new stream begins where the last one ended.
    const after = this.lastId ? `?after=${encodeURIComponent(this.lastId)}` : '';
    const source = new EventSource(`api/events${after}`);
    this.source = source;
    source.onerror = () => {
      this.setConnected(false);
      // Some answers, such as that of a server that is starting, end the attempts of the browser.
      if (source.readyState !== EventSource.CLOSED) return;
      this.heard = performance.now() - silence + 1000;
      this.renewSession();
    };
    for (const name of ['hello', 'status', 'points', 'fix', 'receiver', 'sky', 'event', 'gone', 'jump']) {
      source.addEventListener(name, message => {
        if (source !== this.source) return;
        this.heard = performance.now();
        this.lastId = message.lastEventId;
        this.eventNumber = numberOf(this.lastId);
        const data = JSON.parse(message.data);
        if (name === 'hello' || name === 'status') this.setStatus(data);
        else this[name](data);
        if (name === 'hello') this.hello(data);
        this.setConnected(true);
        this.tell(name, data.id);
      });
    }
  }

  // A server that was started again does not know this browser, but may know the token of the page's link.
  async renewSession() {
    const token = sessionStorage.getItem('token');
    try {
      const { status } = await fetch(token ? `?token=${encodeURIComponent(token)}` : 'api/settings');
      this.isRefused = status === 401;
      this.tell('connection');
    } catch {
      // There is no server.
    }
  }

  setConnected(isConnected) {
    if (isConnected === this.isConnected) return;
    this.isConnected = isConnected;
    this.tell('connection');
  }

  setStatus(data) {
    this.offset = Date.parse(data.now) - Date.now();
    const { receivers, skies, tracks, events, ...status } = data;
    this.status = status;
  }

  hello(data) {
    this.receivers = new Map(data.receivers.map(receiver => [receiver.id, receiver]));
    this.skies = new Map(data.skies.map(entry => [entry.id, entry.sky]));
    this.tracks = pointsById(data.tracks);
    this.whole = new Set(data.tracks.filter(({ whole }) => whole).map(({ id }) => id));
    for (const { id } of data.receivers) this.number(id);
    this.begin();
    // A server that was started again may play another recording.
    const run = runOf(this.lastId);
    if (run !== this.run) this.recording = null;
    this.run = run;
    this.events = data.events;
    this.load();
  }

  // What seldom changes.
  async load() {
    try {
      const [places, settings] = await Promise.all(
        ['api/places', 'api/settings'].map(async path => (await fetch(path)).json()));
      if (!places.features) return;
      this.places = places.features;
      this.settings = settings;
      this.tell('settings');
    } catch {
      // The next greeting tries again.
    }
  }

  begin() {
    this.beginning += 1;
    this.included.clear();
    this.generation += 1;
  }

  // Makes a request, unless it is made already or failed just now. use: gets its answer.
  async request(path, use) {
    if (this.requests.has(path) || performance.now() < this.nextRequests.get(path)) return;
    this.requests.add(path);
    try {
      const response = await fetch(path);
      if (!response.ok) throw new Error(response.statusText);
      use(await response.json());
      this.nextRequests.delete(path);
    } catch {
      this.nextRequests.set(path, performance.now() + patience);
    }
    this.requests.delete(path);
    this.tell('tracks');
  }

  // Gets what the page does not have: all points of the chosen track, and the whole recording.
  complete() {
    const id = this.selected?.id;
    if (this.tracks.has(id) && !this.whole.has(id) && !this.arrived.has(id)) this.completeTrack(id);
    if (this.status.playback?.duration !== undefined && !this.recording) {
      const { run } = this;
      this.request('api/recording', ({ duration, tracks }) => {
        if (run !== this.run) return;
        this.recording = { duration, tracks: pointsById(tracks) };
        for (const { id } of tracks) this.number(id);
        this.generation += 1;
      });
    }
  }

  // The former track stays until the whole one is there. What arrives meanwhile is appended to both.
  async completeTrack(id) {
    const { beginning } = this;
    const path = `api/track?receiver=${encodeURIComponent(id)}`;
    if (performance.now() < this.nextRequests.get(path)) return;
    this.arrived.set(id, []);
    await this.request(path, ({ event, track }) => {
      if (beginning !== this.beginning || !this.tracks.has(id)) return;
      const included = numberOf(event);
      const points = track.points.map(toPoint);
      const arrived = this.arrived.get(id).filter(({ number }) => number > included).map(({ point }) => point);
      // The track may have a location before its event.
      if (arrived.length && points.length && Math.abs(arrived[0].time - points.at(-1).time) < 0.001) arrived.shift();
      this.tracks.set(id, [...points, ...arrived]);
      this.included.set(id, included);
      this.whole.add(id);
      this.generation += 1;
    });
    this.arrived.delete(id);
    this.complete();
  }

  number(id) {
    if (!this.numbers.has(id)) this.numbers.set(id, this.nextNumber++);
  }

  fix(receiver) {
    const { id, fix } = receiver;
    this.number(id);
    const former = this.receivers.get(id);
    this.receivers.set(id, receiver);
    if (!this.tracks.has(id)) {
      this.tracks.set(id, []);
      this.whole.add(id);
    }
    const track = this.tracks.get(id);
    const time = Date.parse(fix.time ?? receiver.received) / 1000;
    const last = track.at(-1);
    // An event may arrive twice.
    if (last && Math.abs(last.time - time) < 0.001 || this.eventNumber <= this.included.get(id)) return;
    const point = {
      ...project(fix.lat, fix.lon), time, altitude: fix.altMSL ?? null,
      speed: fix.speed ?? null, starts: !last || former?.state !== 'fix' || !former.inUse || time < last.time,
    };
    track.push(point);
    this.arrived.get(id)?.push({ number: this.eventNumber, point });
    this.limit(id);
  }

  // Points that came faster than events, or late. A point that begins a part of the way is elsewhere in a recording.
  points({ id, points }) {
    const track = this.tracks.get(id);
    if (!track || this.eventNumber <= this.included.get(id)) return;
    for (const point of points.map(toPoint)) {
      let index = track.length;
      while (index > 0 && !point.starts && track[index - 1].time > point.time) index -= 1;
      if (index > 0 && Math.abs(track[index - 1].time - point.time) < 0.001) continue;
      if (index < track.length) this.generation += 1;
      track.splice(index, 0, point);
      this.arrived.get(id)?.push({ number: this.eventNumber, point });
    }
    this.limit(id);
  }

  // Keeps the number of points of a track bounded.
  limit(id) {
    const track = this.tracks.get(id);
    const isSelected = id === this.selected?.id;
    const limit = isSelected ? trackLimit : Math.min(trackLimit, restLimit / this.tracks.size);
    if (track.length <= limit) return;
    this.tracks.set(id, thinned(track));
    if (!isSelected) this.whole.delete(id);
    this.generation += 1;
  }

  receiver(receiver) {
    this.number(receiver.id);
    this.receivers.set(receiver.id, receiver);
  }

  sky({ id, sky }) { this.skies.set(id, sky); }

  event(event) {
    if (event.number <= (this.events.at(-1)?.number ?? 0)) return;
    this.events.push(event);
    if (this.events.length > eventLimit) this.events.shift();
  }

  gone({ id }) {
    for (const map of [this.receivers, this.skies, this.tracks, this.numbers, this.whole]) map.delete(id);
    this.generation += 1;
  }

  jump() {
    for (const id of this.tracks.keys()) {
      this.tracks.set(id, []);
      this.whole.add(id);
    }
    this.begin();
  }
}

// The id of an event has the server's run and a number.
const runOf = id => id.split('-')[0];
const numberOf = id => Number(id.split('-').at(-1));
const toPoint = ([latitude, longitude, time, altitude, speed, starts]) =>
  ({ ...project(latitude, longitude), time: time / 1000, altitude, speed, starts: starts === 1 });
const pointsById = tracks => new Map(tracks.map(({ id, points }) => [id, points.map(toPoint)]));

// Every other point, and the last one. A point that begins a part of the way passes that on.
function thinned(track) {
  const kept = [];
  let starts = false;
  track.forEach((point, index) => {
    starts ||= point.starts;
    if ((track.length - 1 - index) % 2) return;
    kept.push({ ...point, starts });
    starts = false;
  });
  return kept;
}
