// A small system that runs in the browser. Python sends its equations as text, generated from the same expressions as its
// own functions; here they become runs: for changed settings a row of numbers for each instant, and what belongs to it.
// What is impossible is refused with the same message as in Python.

import { Budget, Refusal, short } from "./budget.js";
import { drained, inSteps, integration } from "./integrate.js";
import { lowOrder } from "./low_order.js";
import { machine } from "./machine.js";
import { Modes } from "./modes.js";

const FEWEST_STEPS = 500; // so that none passes over what happens at once, and fast motion dies out as it should
const MARGIN = 0.1; // around what a window shows
// Tolerances after that of the model, where rounding spoils the finest steps or they take too long; the last one is that
// of Python's player. With each goes its share of the computing time that is left.
const [LOOSER, SHARES] = [[1e-9, 1e-7], [0.35, 0.55, 1]];
const [STEP, TRIES] = [1e-6, 12]; // of a drag
const FAR = "The simulation ran to values that cannot be drawn.";

const compiled = (text) => text && new Function("Refusal", "short", "machine", `${text}\nreturn make;`)(Refusal, short, machine);
const evenly = (start, end, count) => ({ start, end, count, at: (k) => (k === count - 1 ? end : start + ((end - start) * k) / (count - 1)) });

export class BrowserModel {
  constructor(spec, scene) {
    Object.assign(this, { spec, scene });
    for (const name of ["first", "kept", "end", "breaks", "step", "laws", "period", "sampled"]) this[name] = compiled(spec[name]);
    const moving = (text) => text && this.forced(compiled(text));
    for (const name of ["derivative", "rows"]) this[name] = moving(spec[name]);
    this.modes = spec.modes && new Modes(spec.modes, moving);
    this.axes = scene.camera ? [scene.camera.right, scene.camera.up] : [[1, 0, 0], [0, 1, 0]];
    // corners: places on the page or in space, last the distance around them; each entry is a signal or a number
    const isFlat = (corner) => !scene.camera && typeof corner[2] === "number";
    this.corners = { flat: spec.corners.filter(isFlat), others: columnsOf(spec.corners.filter((corner) => !isFlat(corner))) };
  }

  // A function of the states and of the inputs that are functions themselves, as one of the states.
  forced(make) {
    if (!this.laws) return make;
    return (...constants) => {
      const [write, law, n] = [make(...constants), this.laws(), this.spec.states.length];
      const all = new Float64Array(n + this.spec.inputs);
      return (x, t, y, place) => {
        all.set(x);
        law(x, t, all, n);
        write(all, t, y, place);
      };
    };
  }

  // The run for the given settings, after the run `before` was shown; `cost` limits it: { steps, seconds }.
  run(settings, before, cost) {
    return drained(this.running(settings, before, new Budget({ ...cost, names: this.spec.states })));
  }

  // The same in steps: pauses after each of them.
  * running(settings, before, budget, rough = false) {
    const { columns } = this.spec;
    const { times, rows } = this.spec.kind === "motion" ? yield* this.motion(settings, before, budget, rough) : this.posed(settings);
    if (!allFinite(rows)) throw new Refusal(FAR, { advice: "Choose a shorter time, or other parameters." });
    const bounds = this.bounds(rows, columns);
    return {
      data: rows, columns, count: times.count, start: times.start, end: times.end, values: settings,
      window: settled(before.window, bounds.window), room: bounds.room,
    };
  }

  constants(settings) {
    return this.spec.constants.map((name) => settings[name]);
  }

  // What a text gives for the settings: `width` values at x and t.
  values(make, settings, width, x, t = 0) {
    const result = new Float64Array(width);
    make(...this.constants(settings))(x, t, result, 0);
    return result;
  }

  // The row of numbers at a state and a time.
  row(settings, x, t) {
    return this.values(this.rows, settings, this.spec.columns, x, t);
  }

  // --- systems that move: rates of the states -------------------------------------------------------------------------
  * motion(settings, { start, end, count }, budget, rough) {
    this.check(settings);
    const { tolerance, jumps, fewest = FEWEST_STEPS } = this.spec;
    const nonstiff = rough && this.spec.large ? lowOrder : undefined;
    const breaks = this.breaks ? this.values(this.breaks, settings, jumps, []) : [];
    const times = evenly(start, end, count);
    const samples = this.samples(settings, times);
    const breakpoints = [...(this.spec.breakpoints ?? []), ...breaks, ...samples].sort((a, b) => a - b);
    const longest = (end - start) / (rough ? fewest : Math.max(count - 1, FEWEST_STEPS));
    const x0 = this.start(settings);
    const constants = this.constants(settings);
    const attempt = (tolerance, budget) => {
      if (this.step) return inSteps(this.derivative(...constants), x0, times, this.values(this.step, settings, 1, [])[0], budget, this.spec.steps);
      const jump = samples.length && ((x, t) => samples.includes(t) && x.set(this.values(this.sampled, settings, x.length, x, t)));
      const options = { tolerance, longest, budget, breakpoints, jump, rough, nonstiff };
      return this.modes ? this.modes.run(constants, x0, times, options) : integration(this.derivative(...constants, rough), x0, times, options);
    };
    const { states, numbers } = yield* retried(rough ? [this.spec.rough] : [tolerance, ...LOOSER], attempt, budget);
    const [n, write] = [x0.length, this.rows(...constants)];
    const rows = this.filled(times, (k, rows, place) => {
      write(states.subarray(k * n, (k + 1) * n), times.at(k), rows, place);
      if (this.spec.shows_modes) rows[place + this.spec.columns - 1] = numbers[k];
    });
    for (const [column, period] of this.spec.angles ?? []) unwrap(rows, column, this.spec.columns, period);
    return { times, rows };
  }

  // Instants at which controllers sample, where the states jump; one that is as good as a time of the run is this time.
  samples(settings, { start, end, count, at }) {
    if (!this.period) return [];
    const [T] = this.values(this.period, settings, 1, []);
    const first = Math.ceil(start / T - 1e-9);
    return Array.from({ length: Math.ceil(end / T - 1e-9) - first }, (_, k) => {
      const near = at(Math.round((((first + k) * T - start) / (end - start)) * (count - 1)));
      return Math.abs(near - (first + k) * T) < 1e-9 * T ? near : (first + k) * T;
    });
  }

  filled(times, write) {
    const { columns } = this.spec;
    const rows = new Float64Array(columns * times.count);
    for (let k = 0; k < times.count; k++) write(k, rows, k * columns);
    return rows;
  }

  start(settings) {
    const { starts, states } = this.spec;
    const given = Float64Array.from(starts, (name) => settings[name]);
    if (!this.first) return given;
    const x0 = new Float64Array(states.length);
    this.first(...this.constants(settings))(given, 0, x0, 0);
    return x0;
  }

  // --- problems: along time, or along one of the inputs ---------------------------------------------------------------
  posed(settings) {
    const { spec } = this;
    const [swept] = spec.along;
    if (!swept) this.check(settings);
    const times = swept ? this.solvable(settings) : this.instants(settings);
    if (swept) this.check(settings);
    const write = this.rows(...this.constants(settings));
    return { times, rows: this.filled(times, (k, rows, place) => write([times.at(k)], swept ? 0 : times.at(k), rows, place)) };
  }

  instants(settings) {
    const { spec } = this;
    if (!this.end) return evenly(0, 1, 2);
    const [start, end] = spec.span ?? [0, this.values(this.end, settings, 1, [])[0]];
    if (!(Number.isFinite(end) && end > start)) {
      throw new Refusal(`t must be an end time after 0, or increasing times, in s; got ${number(end)}.`);
    }
    const [rate, fewest, most] = spec.frames;
    return evenly(start, end, Math.min(most, Math.max(fewest, roundEven(rate * (end - start)))) + 1);
  }

  // Values of the swept input around the present one for which there is a solution.
  solvable(settings) {
    const [name] = this.spec.along;
    const [low, high, count] = this.spec.range;
    const grid = evenly(low, high, count);
    const here = settings[name];
    const keeps = this.kept(...this.constants(settings));
    let [below, above] = [-Infinity, Infinity];
    const holds = Array.from({ length: count }, (_, k) => this.holds(keeps, grid.at(k)));
    holds.forEach((fine, k) => {
      if (!fine && grid.at(k) <= here) below = Math.max(below, grid.at(k));
      if (!fine && grid.at(k) >= here) above = Math.min(above, grid.at(k));
    });
    const inside = Array.from({ length: count }, (_, k) => grid.at(k)).filter((v) => v > below && v < above);
    return evenly(Math.min(here, ...inside), Math.max(here + 1e-6 * Math.abs(here), ...inside), count);
  }

  // How many numbers `kept` writes: the conditions, then the entries of the outputs.
  get width() {
    const { strict = [], outputs = [] } = this.spec;
    return outputs.reduce((sum, output) => sum + output.width, strict.length);
  }

  holds(keeps, value) {
    const { strict, outputs } = this.spec;
    const values = new Float64Array(this.width);
    keeps([value], 0, values, 0);
    let place = strict.length;
    return strict.every((s, k) => (s ? values[k] > 0 : values[k] >= 0)) && outputs.every(({ width, bounds }) => {
      place += width;
      return !bounds || Number.isFinite(values[place - width]);
    });
  }

  // --- what is refused ------------------------------------------------------------------------------------------------
  // The present value of what is swept, if anything is.
  here(settings) {
    return (this.spec.along ?? []).map((name) => settings[name]);
  }

  check(settings) {
    const { domains, strict = [], sentences, outputs = [] } = this.spec;
    for (const [setting, kind, name, description, domain] of domains) {
      const value = settings[setting];
      if (value > 0 || (value === 0 && domain === "nonnegative")) continue;
      throw new Refusal(`The ${kind} ${name} (${description}) must be ${domain}; got ${short(value)}.`);
    }
    const values = this.kept ? this.values(this.kept, settings, this.width, this.here(settings)) : [];
    strict.forEach((isStrict, k) => {
      const [sentence, names] = sentences[k];
      if (!(isStrict ? values[k] > 0 : values[k] >= 0)) throw new Refusal(`${sentence.replace(/\.$/, "")}; got ${this.textOf(settings, names)}.`);
    });
    let place = strict.length;
    for (const { text, width, needed } of outputs) {
      if (needed && !values.slice(place, place + width).every(Number.isFinite)) {
        throw new Refusal(`There is no finite ${text} for ${this.textOf(settings)}.`);
      }
      place += width;
    }
  }

  // Settings by name as words; vectors among the inputs of a problem as lists.
  textOf(settings, names) {
    const given = names ? names.map((name) => [name, [name], []]) : this.spec.given;
    const nested = (numbers, shape) => (shape.length === 1 ? `[${numbers.join(", ")}]`
      : `[${Array.from({ length: shape[0] }, (_, i) => nested(numbers.slice(i * shape[1], (i + 1) * shape[1]), [shape[1]])).join(", ")}]`);
    return given.map(([name, entries, shape]) => `${name} = ${
      shape.length ? nested(entries.map((entry) => number(settings[entry])), shape) : short(settings[name])}`).join(", ");
  }

  // --- dragging: coordinates that bring a handle as close to a point on the page as possible (Gauss-Newton) -------------
  dragged(settings, { handle, x, y, camera }) {
    const { at, moves } = this.scene.handles[handle];
    const axes = camera ?? this.axes;
    const place = (changed) => {
      const row = this.firstRow(changed);
      const point = at.map((entry) => (typeof entry === "number" ? entry : row[entry.signal]));
      return axes.map((axis) => point.reduce((sum, p, i) => sum + axis[i] * p, 0));
    };
    const found = { ...settings };
    for (let tries = 0; tries < TRIES; tries++) {
      const here = place(found);
      const J = moves.map((name) => place({ ...found, [name]: found[name] + STEP }).map((p, i) => (p - here[i]) / STEP));
      const step = damped(J, [x - here[0], y - here[1]]);
      moves.forEach((name, i) => (found[name] += step[i]));
    }
    return Object.fromEntries(moves.map((name) => [name, found[name]]));
  }

  firstRow(settings) {
    const x = this.spec.kind === "motion" ? this.start(settings) : this.here(settings);
    return this.row(settings, x, 0);
  }

  // --- what belongs to a run ------------------------------------------------------------------------------------------
  // The smallest window and, in space, the smallest box around all corners.
  bounds(rows, columns) {
    const { flat, others } = this.corners;
    const [low, high] = [Infinity, -Infinity].map((edge) => Array(5).fill(edge));
    const [least, most] = flat.length ? extremes(rows, columns) : []; // of a flat corner the bounds are those of its signals
    const of = (entry, edges) => edges[entry.signal] ?? entry;
    for (const corner of flat) {
      for (let i = 0; i < 2; i++) {
        low[i] = Math.min(low[i], of(corner[i], least) - corner[2]);
        high[i] = Math.max(high[i], of(corner[i], most) + corner[2]);
      }
    }
    extend(low, high, others, this.axes, rows, columns);
    const window = [low[0], high[0], low[1], high[1]];
    const { limits } = this.spec;
    return {
      window: limits ? window.map((edge, i) => (i % 2 ? Math.min(edge, limits[i]) : Math.max(edge, limits[i]))) : window,
      room: this.scene.camera?.vertical ? [low.slice(2), high.slice(2)] : [],
    };
  }
}

function allFinite(values) {
  for (let k = 0; k < values.length; k++) if (!(Math.abs(values[k]) < Infinity)) return false; // also NaN
  return true;
}

// The first of several attempts that succeeds, or the last refusal.
function* retried(tolerances, attempt, budget) {
  for (const [k, tolerance] of tolerances.entries()) {
    try {
      return yield* attempt(tolerance, budget.share(tolerances.length > 1 ? SHARES[k] : 1));
    } catch (problem) {
      if (k === tolerances.length - 1 || !problem.costly) throw problem;
    }
  }
}

// An angle that goes on beyond a half turn, or a multiple of one, as numpy's unwrap makes it.
function unwrap(rows, column, columns, period) {
  for (let place = columns + column; place < rows.length; place += columns) {
    rows[place] -= period * Math.round((rows[place] - rows[place - columns]) / period);
  }
}

// The least and the largest value of each column.
function extremes(rows, columns) {
  const [least, most] = [rows.slice(0, columns), rows.slice(0, columns)];
  for (let from = columns; from < rows.length; from += columns) {
    for (let j = 0; j < columns; j++) {
      const value = rows[from + j];
      if (value < least[j]) least[j] = value;
      else if (value > most[j]) most[j] = value;
    }
  }
  return [least, most];
}

// Entries of corners by axis: where each stands in a row (-1: nowhere), and the number that it is there.
function columnsOf(corners) {
  const inSpace = corners.map((corner) => (corner.length === 4 ? corner : [corner[0], corner[1], 0, corner[2]]));
  const columns = [0, 1, 2, 3].map((axis) => inSpace.map((corner) => corner[axis]));
  return {
    signals: columns.map((column) => Int32Array.from(column, (entry) => entry.signal ?? -1)),
    numbers: columns.map((column) => Float64Array.from(column, (entry) => Number(entry) || 0)),
  };
}

// Extend the bounds - right, up, x, y, z - by the corners of all rows.
function extend(low, high, { signals: [i, j, k, l], numbers: [xs, ys, zs, pads] }, [right, up], rows, columns) {
  const reach = (i, middle, pad) => {
    if (middle - pad < low[i]) low[i] = middle - pad;
    if (middle + pad > high[i]) high[i] = middle + pad;
  };
  for (let from = 0; from < rows.length; from += columns) {
    for (let c = 0; c < pads.length; c++) {
      const x = i[c] < 0 ? xs[c] : rows[from + i[c]];
      const y = j[c] < 0 ? ys[c] : rows[from + j[c]];
      const z = k[c] < 0 ? zs[c] : rows[from + k[c]];
      const pad = l[c] < 0 ? pads[c] : rows[from + l[c]];
      reach(0, right[0] * x + right[1] * y + right[2] * z, pad);
      reach(1, up[0] * x + up[1] * y + up[2] * z, pad);
      reach(2, x, pad);
      reach(3, y, pad);
      reach(4, z, pad);
    }
  }
}

// The old window while it shows everything and is not far too large, else a new one.
function settled(old, bounds) {
  const [left, right, bottom, top] = withMargin(bounds, MARGIN / 3);
  if (old?.length) {
    const fits = old[0] <= left && right <= old[1] && old[2] <= bottom && top <= old[3];
    const filled = Math.max((right - left) / (old[1] - old[0]), (top - bottom) / (old[3] - old[2]));
    if (fits && filled >= 0.5) return old;
  }
  return withMargin(bounds, MARGIN);
}

function withMargin([left, right, bottom, top], margin) {
  const size = Math.max(right - left, top - bottom) || 1;
  const half = Math.max(top - bottom, 0.3 * size) / 2 + margin * size;
  return [left - margin * size, right + margin * size, (bottom + top) / 2 - half, (bottom + top) / 2 + half];
}

// Damped Gauss-Newton step: (J^T J + damping) step = J^T missing; the rows of `J` belong to the coordinates.
function damped(J, missing) {
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const damping = Math.hypot(...missing) * Math.hypot(...J.flat()) + 1e-9;
  const rows = J.map((a, i) => [...J.map((b, j) => dot(a, b) + (i === j ? damping : 0)), dot(a, missing)]);
  for (const [i, pivot] of rows.entries()) { // symmetric and positive definite: no exchange of rows
    for (const row of rows) {
      const factor = row[i] / pivot[i];
      if (row !== pivot) pivot.forEach((value, j) => (row[j] -= factor * value));
    }
  }
  return rows.map((row, i) => row[row.length - 1] / row[i]);
}

// A number as Python writes it, with ten digits.
export function number(value) {
  const rounded = Number(value.toPrecision(10));
  const text = rounded !== 0 && Math.abs(rounded) < 1e-4 ? rounded.toExponential().replace(/e-(\d)$/, "e-0$1") : String(rounded);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function roundEven(value) {
  const floor = Math.floor(value);
  return value - floor === 0.5 ? floor + (floor % 2) : Math.round(value);
}
