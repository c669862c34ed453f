// Integrating x' = f(x, t) to equally spaced times with step control: by an explicit method - of order 8 unless another one
// is given - and, where the equations are stiff, by an implicit one. Conditions are watched on the way. As on the Python side.

import { Budget, evaluable, fastest, ranAway, short, stopped } from "./budget.js";
import { Crossings } from "./crossings.js";
import { explicit } from "./explicit.js";
import { implicit } from "./implicit.js";

const RUNAWAY = 1e12;
// An implicit step costs about as much as 1 + n / 12 explicit ones of n states. It is tried where many of these are left,
// and given up where it is not longer; a next trial waits ever longer.
const [LEFT, TRIAL, PAUSE] = [3, 20, 100]; // explicit steps for each state; implicit ones; steps until the next trial

// The result of a computation that pauses after each step, in one go.
export function drained(computation) {
  for (;;) {
    const { done, value } = computation.next();
    if (done) return value;
  }
}

export const integrate = (f, x0, times, options) => drained(integration(f, x0, times, options));

// The states at `count` times from `start` to `end`, row after row. `f(x, t, y, place)` writes the rates of x into y from
// `place` on; no step is longer than `longest`, and each is paid from `budget`. With `watch` it ends just before one of
// the conditions passes through zero, at an event; it begins at `begin`, with the first of the times `from` there. At
// `breakpoints` the rates may jump: a step ends there, and no stage looks beyond; `jump(x, t)` changes the state there. A
// `rough` run is less precise between two steps.
export function* integration(f, x0, { start, end, count }, {
  tolerance, longest = Infinity, budget = new Budget(), watch, begin = start, from = 0, breakpoints = [], jump,
  rough = false, nonstiff = explicit,
  states = new Float64Array(x0.length * count),
}) {
  const n = x0.length;
  const [x, next] = [Float64Array.from(x0), new Float64Array(n)];
  const time = (k) => (k === count - 1 ? end : start + ((end - start) * k) / (count - 1));
  const within = (values, from, limit) => {
    for (let i = from; i < from + n; i++) if (!(Math.abs(values[i]) < limit)) return false; // also NaN
    return true;
  };
  const ends = [...breakpoints.filter((b) => b > begin && b < end), end];
  let [after, before] = [-Infinity, Infinity];
  const rates = (x, t, y, place) => f(x, Math.min(Math.max(t, after), before), y, place);
  const crossings = watch && new Crossings(watch, n);

  let [t, k, made, error, method, h, last] = [begin, from, 0, 0];
  // A new leg: with this method, to the next of the ends.
  function go(methodOf, size) {
    if (jump) jump(x, t);
    last = ends.find((b) => b > t) ?? end;
    const near = (b, way) => b * (1 + way * Math.sign(b) * 2 * Number.EPSILON) + (b === 0 ? way * 1e-300 : 0);
    after = breakpoints.includes(t) ? near(t, 1) : -Infinity;
    before = last < end ? near(last, -1) : Infinity;
    method = methodOf(rates, x, next, tolerance, rough);
    method.begin(t);
    if (!within(method.K, 0, Infinity)) throw evaluable(made ? `no finite values near t = ${short(t)} s` : "their values at the start are not finite");
    h = size ?? method.firstStep(t, Math.min(longest, last - t));
  }
  if (time(k) === begin) states.set(x, n * k++);
  go(nonstiff);
  let [rejected, stiff, trial, waits, pause] = [false, false, null, 0, PAUSE];
  if (crossings) crossings.begin(x, t, method.K, h, tolerance);
  for (; k < count; made++) {
    budget.spend(t, x, method.K);
    yield [t, x];
    if (!(h > 2e-15 * Math.max(Math.abs(t), 1e-12))) {
      throw Number.isFinite(error) || stiff ? stopped(t, `the steps became too short${fastest(budget.names, x, method.K)}`)
        : evaluable(`no finite values near t = ${short(t)} s`);
    }
    h = Math.min(h, longest, last - t);
    error = method.attempt(t, h);
    const factor = method.factor(error, rejected);
    rejected = !(error < 1);
    if (rejected) {
      h *= factor;
      continue;
    }
    const following = h === last - t ? last : t + h;
    if (crossings || time(k) <= following) method.interpolate(t, h);
    const event = crossings && crossings.find(t, h, method.write);
    const reached = event ? t + event.theta * h : following;
    for (; k < count && (event ? time(k) < reached : time(k) <= reached); k++) method.write((time(k) - t) / h, states, n * k);
    if (event) {
      method.write(event.theta, x);
      return { states, done: k, event: { ...event, t: reached, x } };
    }
    if (!within(next, 0, RUNAWAY)) throw ranAway(following);
    const changes = method.changes(h);
    method.accept(following, h, error);
    t = following;
    h *= factor;
    const isOver = trial && made >= trial.end;
    const vain = isOver && t - trial.begin < TRIAL * (1 + n / 12) * trial.h;
    if (vain) [waits, pause] = [made + pause, 4 * pause];
    if (isOver) trial = null;
    if (vain || (changes && (stiff || (made >= waits && last - t > LEFT * n * h)))) {
      stiff = !stiff;
      trial = stiff ? { begin: t, end: made + TRIAL, h } : null;
      go(stiff ? implicit : nonstiff, stiff ? h : undefined);
    } else if (t === last && k < count) {
      [stiff, trial] = [false, null];
      go(nonstiff);
    }
  }
  return { states, done: k };
}

// One step of methods with fixed steps, from x at t to `next`; of the rates K the first are known, `point` is a place to
// work in. What they do wrong is to be seen.
export const METHODS = {
  euler(f, x, t, h, next, [k]) {
    for (let i = 0; i < x.length; i++) next[i] = x[i] + h * k[i];
  },
  symplectic(f, x, t, h, next, [k]) { // the state is [q, q']: rates first, coordinates with the new rates
    const n = x.length / 2;
    for (let i = 0; i < n; i++) next[n + i] = x[n + i] + h * k[n + i];
    for (let i = 0; i < n; i++) next[i] = x[i] + h * next[n + i];
  },
  heun(f, x, t, h, next, [k1, k2], point) {
    for (let i = 0; i < x.length; i++) point[i] = x[i] + h * k1[i];
    f(point, t + h, k2, 0);
    for (let i = 0; i < x.length; i++) next[i] = x[i] + (h * (k1[i] + k2[i])) / 2;
  },
  rk4(f, x, t, h, next, [k1, k2, k3, k4], point) {
    const rates = (k, from, share) => {
      for (let i = 0; i < x.length; i++) point[i] = x[i] + share * from[i];
      f(point, t + share, k, 0);
    };
    rates(k2, k1, h / 2);
    rates(k3, k2, h / 2);
    rates(k4, k3, h);
    for (let i = 0; i < x.length; i++) next[i] = x[i] + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  },
};

// The states at `count` times by steps of the size h; between them straight lines, or where it is `smooth` cubics with
// the slopes at both ends.
export function* inSteps(f, x0, { start, end, count }, h, budget, { method = "rk4", smooth = false } = {}) {
  const n = x0.length;
  const states = new Float64Array(n * count);
  const [k1, k2, k3, k4, after, point] = Array.from({ length: 6 }, () => new Float64Array(n));
  let [x, next, t, h00, h10, h01, h11] = [Float64Array.from(x0), Float64Array.from(x0), start];
  for (let made = 0, k = 0; k < count; k++) {
    const time = k === count - 1 ? end : start + ((end - start) * k) / (count - 1);
    while (made === 0 || time > t) {
      [x, next] = [next, x];
      const begin = start + made * h;
      f(x, begin, k1, 0);
      budget.spend(begin, x, k1);
      yield [begin, x];
      METHODS[method](f, x, begin, h, next, [k1, k2, k3, k4], point);
      t = start + ++made * h;
      if (smooth) f(next, t, after, 0);
    }
    const s = (time - (t - h)) / h;
    [h00, h10, h01, h11] = smooth ? [(1 + 2 * s) * (1 - s) ** 2, h * s * (1 - s) ** 2, s * s * (3 - 2 * s), h * s * s * (s - 1)] : [1 - s, 0, s, 0];
    for (let i = 0; i < n; i++) states[k * n + i] = h00 * x[i] + h10 * k1[i] + h01 * next[i] + h11 * after[i];
  }
  return { states };
}
