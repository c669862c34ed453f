// What one run may cost in the page, and the sentences for a run that cannot be: the same as on the Python side.

const LOOKS = 16; // steps from one look at the clock to the next
const [STEPS, SECONDS] = [200000, 1];

// A run that is impossible. `sentence` says why, `advice` what somebody who writes code can do about it; a page gives its
// reader other advice (advice.js). `costly` where a looser tolerance, or the kernel, could still do it.
export class Refusal extends Error {
  constructor(sentence, { advice = "", costly = false } = {}) {
    super(advice ? `${sentence} ${advice}` : sentence);
    Object.assign(this, { sentence, advice, costly });
  }
}

export const evaluable = (reason) => new Refusal(
  `The simulation failed: the equations of motion cannot be evaluated on the way (${reason}).`,
  { advice: "There may be a division by zero, a root of a negative number or a singular mass matrix; " +
    "start elsewhere or choose other coordinates." });
export const stopped = (t, reason) => new Refusal(`The simulation stopped at t = ${short(t)} s (${reason}).`,
  { advice: "Check the start values, the inputs and the tolerances.", costly: true });
export const ranAway = (t) => new Refusal(
  `The simulation ran away at t = ${short(t)} s: a state is not finite or above 1e+12.`,
  { advice: "Check the parameters and the inputs for a source of unlimited energy." });
export const accumulated = (t, last) => new Refusal(
  `Transitions accumulate at t = ${short(t)} s (the last: ${last}): they follow each other at ever shorter intervals, or ` +
  "nothing stops the motion at the surface.",
  { advice: "Add a mode in which the motion comes to rest, and name it in this one: Mode(..., rest='name of that mode')." });

// The state that changes fastest compared with its size, in words; x and its rates from `place` on.
export function fastest(names, x, rates, place = 0) {
  const speed = Array.from(names, (_, i) => Math.abs(rates[place + i]) / (1e-3 + Math.abs(x[i])));
  if (!speed.length || !speed.every(Number.isFinite)) return "";
  const k = speed.indexOf(Math.max(...speed));
  return `; ${names[k]} = ${rounded(x[k], 4)} changes fastest there, by ${rounded(rates[place + k], 3)} a second`;
}

const rounded = (value, digits) => short(Number(value.toPrecision(digits)));

// A number with so many digits, as Python's format "g" writes it.
export function short(value, digits = 6) {
  const text = value.toPrecision(digits);
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-4 || size >= 10 ** digits - 0.5)) {
    return Number(text).toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  }
  return String(Number(text));
}

// Steps and computing time of a run. `names` are those of the states, for the message.
export class Budget {
  constructor({ steps = STEPS, seconds = SECONDS, names = [] } = {}) {
    Object.assign(this, { steps, seconds, names, spent: 0, before: 0, since: performance.now() });
  }

  // Computing time so far, s.
  get elapsed() {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  // Where a run is computed in slices, the time between them does not count.
  pause() {
    this.before = this.elapsed;
    this.since = null;
  }

  resume() {
    this.since ??= performance.now();
  }

  // A part of what is left, for one of several attempts.
  share(part) {
    const attempt = new Budget({ ...this, seconds: part * (this.seconds - this.elapsed) });
    return Object.assign(attempt, { whole: this });
  }

  // Count one step from t, where x has these rates.
  spend(t, x, rates, place) {
    this.spent++;
    if (this.spent > this.steps) throw this.exceeded(`${this.steps} steps were`, t, x, rates, place);
    if (this.spent % LOOKS === 0 && this.elapsed > this.seconds) {
      throw this.exceeded(`${short((this.whole ?? this).seconds)} s of computing time was`, t, x, rates, place);
    }
  }

  exceeded(what, t, x, rates, place) {
    return new Refusal(`The simulation stopped at t = ${short(t)} s: ${what} not enough to get further${fastest(this.names, x, rates, place)}.`,
      { advice: "Choose a shorter time, or less stiff springs and dampers.", costly: true });
  }
}
