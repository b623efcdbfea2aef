// Small sounds made on the spot: no files, and silent until the player has touched the page, as
// browsers want it.

/**
 * @typedef {"deal" | "turn_up" | "card" | "lay" | "force" | "forced" | "turn" | "chat" | "won" | "end" | "no"} Name
 *
 * A tone: frequency in hertz, start and length in seconds, loudness.
 * @typedef {[number, number, number, number]} Tone
 */

/** @type {Record<Name, {tones?: Tone[], paper?: [number, number][]}>} */
const SOUNDS = {
  deal: { paper: [[0, 0.5], [0.07, 0.5], [0.14, 0.5], [0.21, 0.4]] },
  turn_up: { paper: [[0, 0.6]] },
  card: { paper: [[0, 0.9]] },
  lay: { paper: [[0, 0.7], [0.08, 0.8]] },
  force: { tones: [[196, 0, 0.18, 0.5], [147, 0.12, 0.25, 0.5]], paper: [[0, 1]] },
  forced: { tones: [[220, 0, 0.2, 0.6], [165, 0.14, 0.2, 0.6], [220, 0.28, 0.3, 0.6]] },
  turn: { tones: [[523, 0, 0.25, 0.5], [659, 0.11, 0.35, 0.5]] },
  chat: { tones: [[880, 0, 0.1, 0.3], [988, 0.06, 0.12, 0.3]] },
  won: { tones: [[523, 0, 0.3, 0.5], [659, 0.12, 0.3, 0.5], [784, 0.24, 0.3, 0.5], [1047, 0.36, 0.6, 0.6]] },
  end: { tones: [[392, 0, 0.3, 0.4], [330, 0.16, 0.45, 0.4]] },
  no: { tones: [[140, 0, 0.16, 0.5]] },
};

export class Sound {
  /** @param {() => {volume: number, muted: boolean}} wishes asked before each sound */
  constructor(wishes) {
    this._wishes = wishes;
    /** @type {AudioContext | null} */
    this._context = null;
    const wake = () => this._wake();
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, wake, { once: true });
  }

  _wake() {
    try {
      this._context ??= new AudioContext();
      void this._context.resume();
    } catch {
      this._context = null; // no sound card, or none for us
    }
  }

  /** @param {Name | null} name */
  play(name) {
    const { volume, muted } = this._wishes();
    const context = this._context;
    if (!name || !context || muted || volume <= 0 || context.state !== "running") return;
    const { tones = [], paper = [] } = SOUNDS[name];
    const out = context.createGain();
    out.gain.value = volume * 0.5;
    out.connect(context.destination);
    for (const [hertz, at, length, loud] of tones) marimba(context, out, hertz, at, length, loud);
    for (const [at, loud] of paper) rustle(context, out, at, loud);
  }
}

/**
 * A struck bar: a sine and its fourth harmonic, both dying away.
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {number} hertz
 * @param {number} at
 * @param {number} length
 * @param {number} loud
 */
function marimba(context, out, hertz, at, length, loud) {
  const start = context.currentTime + at;
  for (const [times, share, lasts] of /** @type {const} */ ([[1, 1, 1], [4, 0.15, 0.35]])) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = hertz * times;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud * share, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0008, start + length * lasts);
    tone.connect(gain).connect(out);
    tone.start(start);
    tone.stop(start + length);
  }
}

/**
 * A card on wood: a short burst of filtered noise.
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {number} at
 * @param {number} loud
 */
function rustle(context, out, at, loud) {
  const start = context.currentTime + at;
  const length = Math.floor(context.sampleRate * 0.06);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  filter.Q.value = 0.8;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(start);
}
