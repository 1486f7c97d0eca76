// The slider of a recording: where it plays, and where its user wants to go.

import { clock } from './format.js';

// For how many milliseconds the slider rests before the recording plays from there.
const rest = 250;
// The most steps of the slider.
const mostSteps = 1000;

export class Slider {
  // Where the user wants to go, in seconds; null if the slider follows what is played.
  wanted = null;
  timer = null;

  // onMove: the user moves the slider. onSeek: gets the position where it rests; its promise ends with the answer.
  constructor(element, state, onMove, onSeek) {
    this.element = element;
    this.state = state;
    element.addEventListener('input', () => {
      clearTimeout(this.timer);
      this.wanted = Number(element.value);
      onMove();
    });
    const settle = () => {
      const { wanted } = this;
      if (wanted === null) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(async () => {
        await onSeek(wanted);
        if (this.wanted === wanted) this.wanted = null;
        onMove();
      }, rest);
    };
    // A key changes it at once, a pointer when it is released, but not where it began.
    for (const name of ['change', 'pointerup', 'pointercancel', 'blur']) element.addEventListener(name, settle);
  }

  // Whether there is anything to move to.
  get isUseful() {
    const { playback } = this.state.status;
    return Boolean(playback?.canSeek && playback.duration && playback.factor !== undefined);
  }

  // Shows the position in seconds.
  show() {
    const { element, isUseful } = this;
    element.hidden = !isUseful;
    if (!isUseful) return;
    const { duration, position = 0 } = this.state.status.playback;
    const step = Math.max(1, Math.round(duration / mostSteps));
    element.step = step;
    element.max = Math.ceil(duration / step) * step;
    if (this.wanted === null) element.value = position;
    element.setAttribute('aria-valuetext', this.words);
  }

  // The position as text.
  get words() {
    const { playback } = this.state.status;
    const position = this.wanted ?? playback?.position;
    if (!this.isUseful) return position === undefined ? '' : clock(position);
    return `${clock(Math.min(position ?? 0, playback.duration))} of ${clock(playback.duration)}`;
  }

  // Where a mark of the map shows the position: while the user looks for one, and where a paused recording goes on.
  get mark() {
    const { playback } = this.state.status;
    if (!this.isUseful) return null;
    return this.wanted ?? (playback.paused ? playback.position ?? null : null);
  }
}
