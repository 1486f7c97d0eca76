// What the server told. It arrives as Server-Sent Events: all of it at first, then each change.

import { project } from './mercator.js';

// The most points of a track, and of all tracks that are not the chosen one.
const trackLimit = 10000;
const restLimit = 200000;
const eventLimit = 100;
// The server sends something each second.
const silence = 6000;

export class State extends EventTarget {
  receivers = new Map();
  skies = new Map();
  tracks = new Map();
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
    for (const name of ['hello', 'status', 'fix', 'receiver', 'sky', 'event', 'gone', 'jump']) {
      source.addEventListener(name, message => {
        if (source !== this.source) return;
        this.heard = performance.now();
        this.lastId = message.lastEventId;
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
    this.tracks = new Map(data.tracks.map(track => [track.id, track.points.map(
      ([latitude, longitude, time, altitude, speed, starts]) =>
        ({ ...project(latitude, longitude), time: time / 1000, altitude, speed, starts: starts === 1 }))]));
    for (const { id } of data.receivers) this.number(id);
    this.generation += 1;
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

  number(id) {
    if (!this.numbers.has(id)) this.numbers.set(id, this.nextNumber++);
  }

  fix(receiver) {
    const { id, fix } = receiver;
    this.number(id);
    const former = this.receivers.get(id);
    this.receivers.set(id, receiver);
    const track = this.tracks.get(id) ?? [];
    this.tracks.set(id, track);
    const time = Date.parse(fix.time ?? receiver.received) / 1000;
    const last = track.at(-1);
    // An event may arrive twice.
    if (last && Math.abs(last.time - time) < 0.001) return;
    track.push({
      ...project(fix.lat, fix.lon), time, altitude: fix.altMSL ?? null,
      speed: fix.speed ?? null, starts: !last || former?.state !== 'fix' || !former.inUse || time < last.time,
    });
    const limit = id === this.selected?.id ? trackLimit : Math.min(trackLimit, restLimit / this.tracks.size);
    if (track.length <= limit) return;
    this.tracks.set(id, thinned(track));
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
    for (const map of [this.receivers, this.skies, this.tracks, this.numbers]) map.delete(id);
    this.generation += 1;
  }

  jump() {
    for (const id of this.tracks.keys()) this.tracks.set(id, []);
    this.generation += 1;
  }
}

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
