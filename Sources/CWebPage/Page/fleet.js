// The list of devices, if there are several.

import { deviceColor } from './colors.js';
import { duration } from './format.js';
import { age, setText } from './panels.js';

// Meters a second. A receiver at rest reports a little.
const leastSpeed = 0.3;
// Seconds. A younger location needs no age.
const youth = 3;
// The fewest devices that need a search.
const crowd = 6;

const states = ['moving', 'still', 'located', 'lost', 'silent', 'waiting'];

export const moves = receiver => receiver.fix.speed > leastSpeed;

// What a device does, in a word, and for how many seconds its location is lost or old.
export function deviceState(state, receiver) {
  const { fix, reason, lostAt } = receiver;
  if (!fix) return { word: 'waiting' };
  const seconds = age(state, receiver);
  if (receiver.state === 'lost') {
    return { word: reason === 'silent' ? 'silent' : 'lost', seconds: (state.now() - Date.parse(lostAt)) / 1000 };
  }
  if (!receiver.inUse || receiver.kind === 'remembered' || state.isOld(receiver)) return { word: 'silent', seconds };
  return { word: fix.speed === undefined ? 'located' : moves(receiver) ? 'moving' : 'still', seconds };
}

export class Fleet {
  query = '';
  rows = new Map();
  // Compares names as people order them: van-9 is before van-10.
  collator = new Intl.Collator([], { numeric: true });

  // onChoose: gets the id of a device that was chosen.
  constructor(panel, state, onChoose) {
    this.panel = panel;
    this.state = state;
    this.list = panel.querySelector('ul');
    this.search = panel.querySelector('input');
    this.search.addEventListener('input', () => {
      this.query = this.search.value.trim().toLowerCase();
      this.show();
    });
    this.list.addEventListener('click', event => {
      const id = event.target.closest('button')?.dataset.id;
      if (id !== undefined) onChoose(id);
    });
  }

  show() {
    const { state } = this;
    const { size } = state.receivers;
    this.panel.hidden = size < 2;
    document.querySelector('main').classList.toggle('fleet', size > 1);
    if (size < 2) return;
    this.search.hidden = size < crowd && !this.query;
    const selected = state.selected?.id;
    const counts = new Map();
    let [isSorted, found] = [true, 0];
    for (const receiver of state.receivers.values()) {
      let row = this.rows.get(receiver.id);
      if (!row) this.rows.set(receiver.id, row = new Row(receiver.id));
      const told = deviceState(state, receiver);
      counts.set(told.word, (counts.get(told.word) ?? 0) + 1);
      if (row.name !== receiver.name) isSorted = false;
      row.show(receiver, told, deviceColor(state.numbers.get(receiver.id) ?? 0), receiver.id === selected);
      const isFound = row.text.includes(this.query);
      found += isFound;
      row.hide(!isFound);
    }
    for (const id of this.rows.keys()) {
      if (state.receivers.has(id)) continue;
      this.rows.get(id).element.remove();
      this.rows.delete(id);
    }
    if (!isSorted) {
      const rows = [...this.rows.values()].sort((one, other) => this.collator.compare(one.name, other.name));
      this.list.replaceChildren(...rows.map(row => row.element));
    }
    const words = states.filter(word => counts.has(word)).map(word => `${counts.get(word)} ${word}`).join(', ');
    setText('fleet-words', this.query ? `${found} of ${size} devices` : `${size} devices: ${words}`);
  }

  // Scrolls to the chosen device, if it is not on the screen. The page stays where it is.
  reveal(id) {
    const element = this.rows.get(id)?.element;
    if (!element) return;
    const { list } = this;
    const top = element.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    const least = top + element.offsetHeight - list.clientHeight;
    if (least > list.scrollTop) list.scrollTop = least;
  }
}

// A device in the list. Only what is different is changed.
class Row {
  constructor(id) {
    this.element = document.createElement('li');
    this.button = document.createElement('button');
    this.button.type = 'button';
    this.button.dataset.id = id;
    this.parts = ['dot', 'name', 'battery', 'state'].map(name => {
      const part = document.createElement('span');
      part.className = name;
      return part;
    });
    this.button.append(...this.parts);
    this.element.append(this.button);
  }

  show({ name, device, fix }, { word, seconds }, color, isChosen) {
    const isAged = seconds >= youth;
    const words = isAged ? `${word} ${duration(seconds)}` : word;
    const charge = fix?.batteryLevel === undefined ? '' : `${fix.batteryLevel} %`;
    const key = `${name}\n${charge}\n${words}\n${color}\n${isChosen}`;
    if (key === this.key) return;
    this.key = key;
    this.name = name;
    // What is searched.
    this.text = `${name} ${device ?? ''} ${word}`.toLowerCase();
    const [dot, title, battery, state] = this.parts;
    dot.style.background = color;
    title.textContent = name;
    battery.textContent = charge;
    battery.title = charge && `battery ${charge}`;
    state.textContent = words;
    state.className = `state ${word}`;
    this.button.setAttribute('aria-pressed', String(isChosen));
  }

  hide(isHidden) {
    if (this.element.hidden !== isHidden) this.element.hidden = isHidden;
  }
}
