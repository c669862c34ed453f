// Integrating x' = f(x, t) to equally spaced times: the explicit Runge-Kutta method of order 8 by Dormand and Prince with
// step control and a polynomial inside each step. Method, error estimate and messages are those of the Python side.

import { A, C, D, E3, E5 } from "./tableau.js";

const STAGES = 12;
const WIDTH = 16; // all stages: of the method, at its result, for the polynomial
const DEGREE = 7;
const RUNAWAY = 1e12;
const [SAFETY, SLOWEST, FASTEST] = [0.9, 0.2, 10];

// A run that is impossible; `costly` where an implicit method, in the kernel, could still do it.
export class Refusal extends Error {
  constructor(sentence, costly = false) {
    super(sentence);
    this.costly = costly;
  }
}

const evaluable = (reason) => new Refusal(
  `The simulation failed: the equations of motion cannot be evaluated on the way (${reason}). There may be a division ` +
  "by zero, a root of a negative number or a singular mass matrix; start elsewhere or choose other coordinates.");
const stopped = (t, reason, costly) => new Refusal(
  `The simulation stopped at t = ${short(t)} s (${reason}). Check the start values, the inputs and the tolerances.`, costly);
const ranAway = (t) => new Refusal(
  `The simulation ran away at t = ${short(t)} s: a state is not finite or above 1e+12. ` +
  "Check the parameters and the inputs for a source of unlimited energy.");

// A number with six digits, as Python's format "g" writes it.
export function short(value) {
  const text = value.toPrecision(6);
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-4 || size >= 999999.5)) {
    return Number(text).toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  }
  return String(Number(text));
}

// The states at `count` times from `start` to `end`, row after row. `f(x, t, y, place)` writes the rates of x into y from
// `place` on; no step is longer than `longest`, and no more than `most` are made. With `watch` it ends where one of the
// conditions passes through zero, at an event; it begins at `begin`, with the first of the times `from` there.
export function integrate(f, x0, { start, end, count }, {
  tolerance, longest = Infinity, most = 200000, watch, begin = start, from = 0, states = new Float64Array(x0.length * count),
}) {
  const n = x0.length;
  const vector = (size) => new Float64Array(size);
  const [x, next, point, K, F] = [Float64Array.from(x0), vector(n), vector(n), vector(n * WIDTH), vector(n * DEGREE)];
  const time = (k) => (k === count - 1 ? end : start + ((end - start) * k) / (count - 1));
  const finite = (values, from, limit) => {
    for (let i = from; i < from + n; i++) if (!(Math.abs(values[i]) < limit)) return false; // also NaN
    return true;
  };
  const scale = (i) => tolerance * (1 + Math.max(Math.abs(x[i]), Math.abs(next[i])));
  // Size of a combination of stages, measured by the tolerances.
  const norm = (weights) => {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      let total = 0;
      for (let s = 0; s < weights.length; s++) total += weights[s] * K[s * n + i];
      sum += (total / scale(i)) ** 2;
    }
    return Math.sqrt(sum / n);
  };

  // Stage s of a step from (t, x): K_s = f(t + c_s h, x + h sum_j a_sj K_j).
  function stage(s, t, h, place = point) {
    const row = A[s];
    for (let i = 0; i < n; i++) {
      let total = 0;
      for (let j = 0; j < row.length; j++) total += row[j] * K[j * n + i];
      place[i] = x[i] + h * total;
    }
    f(place, t + C[s] * h, K, s * n);
  }

  // All stages of a step to `next`; its error against the tolerances, below 1 if it is accepted.
  function attempt(t, h) {
    for (let s = 1; s < STAGES; s++) stage(s, t, h);
    stage(STAGES, t, h, next);
    const e5 = norm(E5);
    const e3 = norm(E3);
    return e5 === 0 && e3 === 0 ? 0 : (h * e5 * e5) / Math.hypot(e5, 0.1 * e3);
  }

  // Step size at the start, from the first two derivatives.
  function firstStep() {
    next.set(x);
    const d1 = norm([1]);
    K.set(x, 2 * n);
    const d0 = norm([0, 0, 1]);
    const h = Math.min(d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : (0.01 * d0) / d1, end - begin);
    for (let i = 0; i < n; i++) point[i] = x[i] + h * K[i];
    f(point, begin + h, K, n);
    const d2 = norm([-1, 1]) / h;
    const steepest = Math.max(d1, Number.isFinite(d2) ? d2 : d1);
    return Math.min(100 * h, steepest <= 1e-15 ? Math.max(1e-6, h * 1e-3) : (0.01 / steepest) ** 0.125, longest);
  }

  // Coefficients of the polynomial inside the step; needs three more stages.
  function interpolate(t, h) {
    for (let s = STAGES + 1; s < WIDTH; s++) stage(s, t, h);
    for (let i = 0; i < n; i++) {
      const place = i * DEGREE;
      F[place] = next[i] - x[i];
      F[place + 1] = h * K[i] - F[place];
      F[place + 2] = 2 * F[place] - h * K[STAGES * n + i] - h * K[i];
      for (let k = 0; k < D.length; k++) {
        let total = 0;
        for (let s = 0; s < WIDTH; s++) total += D[k][s] * K[s * n + i];
        F[place + 3 + k] = h * total;
      }
    }
  }

  // The state at a share of the step.
  function write(theta, values, place = 0) {
    for (let i = 0; i < n; i++) {
      let value = 0;
      for (let j = DEGREE - 1; j >= 0; j--) value = (value + F[i * DEGREE + j]) * (j % 2 === 0 ? theta : 1 - theta);
      values[place + i] = x[i] + value;
    }
  }

  const measured = (t, place) => {
    const values = [];
    watch.conditions(place, t, values, 0);
    return values;
  };

  // The first transition within the step, by bisection, and the share of the step at which it comes.
  function passed(t, h, after) {
    let found = null;
    for (const transition of watch.transitions) {
      const [c, { direction }] = [transition.condition, transition];
      const [rises, falls] = [before[c] <= 0 && after[c] >= 0, before[c] >= 0 && after[c] <= 0];
      if (!((rises && direction >= 0) || (falls && direction <= 0))) continue;
      let [low, high] = [0, before[c] === 0 ? 0 : 1];
      for (let halving = 0; halving < 60 && low < high; halving++) {
        const middle = (low + high) / 2;
        write(middle, point);
        const value = measured(t + middle * h, point)[c];
        if (rises ? value >= 0 : value <= 0) high = middle;
        else low = middle;
      }
      if (!found || high < found.theta) found = { transition, theta: high };
    }
    return found;
  }

  f(x, begin, K, 0);
  if (!finite(K, 0, Infinity)) throw evaluable("their values at the start are not finite");
  let [t, h, k, rejected, error] = [begin, firstStep(), from, false, 0];
  let before = watch && measured(t, x);
  if (time(k) === begin) states.set(x, n * k++);
  for (let steps = 0; k < count; steps++) {
    if (steps >= most) throw stopped(t, `${most} steps did not reach the end`, true);
    if (!(h > 2e-15 * Math.max(Math.abs(t), 1e-12))) {
      throw Number.isFinite(error) ? stopped(t, "the step size became too small", true) : evaluable(`no finite values near t = ${short(t)} s`);
    }
    h = Math.min(h, longest, end - t);
    error = attempt(t, h);
    const factor = error === 0 ? FASTEST : SAFETY * error ** -0.125;
    if (error < 1) {
      const following = h === end - t ? end : t + h;
      const after = watch && measured(following, next);
      const crosses = watch && watch.transitions.some(({ condition: c }) => before[c] * after[c] <= 0);
      if (crosses || time(k) <= following) interpolate(t, h);
      const event = crosses && passed(t, h, after);
      const reached = event ? t + event.theta * h : following;
      for (; k < count && (event ? time(k) < reached : time(k) <= reached); k++) write((time(k) - t) / h, states, n * k);
      if (event) {
        write(event.theta, point);
        return { states, done: k, event: { t: reached, x: point, transition: event.transition } };
      }
      if (!finite(next, 0, RUNAWAY)) throw ranAway(following);
      before = after;
      x.set(next);
      K.copyWithin(0, STAGES * n, (STAGES + 1) * n);
      t = following;
      h *= Math.min(rejected ? 1 : FASTEST, factor);
      rejected = false;
    } else {
      h *= factor >= SLOWEST ? factor : SLOWEST; // the error may be no number at all
      rejected = true;
    }
  }
  return { states, done: k };
}
