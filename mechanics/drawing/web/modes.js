// Systems with modes: integrate to the next condition, reset, go on in the mode that follows; as the Python side does.

import { accumulated, Refusal, short } from "./budget.js";
import { integration } from "./integrate.js";

const [MOST_EVENTS, CROWD] = [10000, 100]; // in all; within a billionth of the time
const SMALL = 3; // times in succession that a function stays below the tolerances until it is zero again
const STILL = 1e-9; // part of the speed before an impact that counts as none
const CHANGES = 1e-6; // part of it by which a reset must change the speed to be more than a marker

export class Modes {
  // `modes` come from Python; `compiled` makes functions of their texts.
  constructor(modes, compiled) {
    this.modes = modes.map((mode) => ({ ...mode, ...Object.fromEntries(
      ["derivative", "holds", "when", "then"].map((name) => [name, compiled(mode[name])])) }));
  }

  // States row after row, and the number of the mode at each time; pauses after each step.
  * run(constants, x0, times, options) {
    const numbers = new Float64Array(times.count);
    const past = [];
    let [x, mode, part] = [x0, this.first(constants, x0, times.start), { done: 0, states: new Float64Array(x0.length * times.count) }];
    for (let [begin, turned] = [times.start, null]; part.done < times.count; ) {
      const from = part.done;
      const { when, transitions, derivative, rest } = this.modes[mode];
      const here = mode;
      const acts = (condition, t, x) => this.acts(constants, here, condition, t, x);
      const watch = when && { conditions: when(...constants), transitions, turned, acts };
      part = yield* integration(derivative(...constants), x, times, { ...options, watch, begin, from, states: part.states });
      numbers.fill(mode, from, part.done);
      if (!part.event) break;
      const { event } = part;
      const next = event.contact ? { x: event.x, mode } : this.next(constants, mode, event);
      begin = event.t;
      turned = next.mode === mode ? this.turned(constants, mode, event, next.x) : null;
      if (event.contact || accumulate(past, times, mode, event)) {
        if (rest === null || rest === undefined) throw accumulated(begin, transitions.find((x) => x.condition === event.met[0].condition).name);
        [next.mode, turned] = [rest, null];
      }
      ({ x, mode } = next);
      if (begin >= times.end) {
        for (; part.done < times.count; part.done++) part.states.set(x, part.done * x.length), (numbers[part.done] = mode);
      }
    }
    return { states: part.states, numbers };
  }

  // The mode that a state belongs to.
  first(constants, x, t) {
    const belongs = this.modes.findIndex(({ holds }) => holds && valuesOf(holds(...constants), x, t, 1)[0] > 0.5);
    return Math.max(0, belongs);
  }

  // What follows: the transitions of the mode in their order, of those with the same condition the first whose guard
  // holds. Of several conditions that are met at one instant the later ones count while the mode stays and they are zero.
  next(constants, mode, { t, x, met }) {
    const { name, when, then, transitions } = this.modes[mode];
    const width = 1 + x.length;
    const size = 1 + Math.max(...transitions.map(({ condition }) => condition));
    const handled = new Set();
    let state = x;
    for (const { condition } of transitions) {
      const hit = met.find((crossing) => crossing.condition === condition);
      if (!hit || handled.has(condition)) continue;
      const first = handled.size === 0;
      handled.add(condition);
      if (!first && Math.abs(valuesOf(when(...constants), state, t, size)[condition]) > 16 * hit.noise) continue;
      const possible = [...transitions.keys()].filter((j) => transitions[j].condition === condition && transitions[j].direction * hit.direction >= 0);
      const values = valuesOf(then(...constants), state, t, width * transitions.length);
      const taken = possible.find((j) => values[j * width] > 0.5);
      if (taken === undefined && first) {
        throw new Refusal(
          `At t = ${short(t)} s the condition of ${possible.map((j) => transitions[j].name).join(", ")} is met in the mode '${name}', but no guard ` +
          "holds: the guards of transitions with the same condition must cover all cases.");
      }
      if (taken === undefined) continue;
      state = values.slice(taken * width + 1, (taken + 1) * width);
      if (transitions[taken].to !== mode) return { x: state, mode: transitions[taken].to };
    }
    return { x: state, mode };
  }

  // The condition whose transition has turned the motion back to its side, or stopped it, as an impact does.
  turned(constants, mode, { t, x, met: [{ condition, direction }] }, after) {
    const [old, now] = [x, after].map((state) => this.speed(constants, mode, condition, t, state));
    return direction && now * direction <= STILL * Math.abs(old) ? { condition, side: -direction } : null;
  }

  // Whether a condition leads to another mode, or stops or changes the motion through its surface.
  acts(constants, mode, condition, t, x) {
    const { then, transitions } = this.modes[mode];
    const width = 1 + x.length;
    const values = valuesOf(then(...constants), x, t, width * transitions.length);
    const speed = (state) => this.speed(constants, mode, condition, t, state);
    return transitions.some((transition, j) => {
      if (transition.condition !== condition) return false;
      const after = values.slice(j * width + 1, (j + 1) * width);
      if (transition.to !== mode) return true;
      const [old, now] = [speed(x), speed(after)];
      return after.some((value, i) => value !== x[i]) && (old === 0 || Math.abs(now - old) > CHANGES * Math.abs(old));
    });
  }

  // The rate of a condition along the motion.
  speed(constants, mode, condition, t, x) {
    const { when, derivative } = this.modes[mode];
    const [rates, g] = [valuesOf(derivative(...constants), x, t, x.length), when(...constants)];
    const step = 1e-6 / Math.max(...rates.map((rate, i) => Math.abs(rate) / (1 + Math.abs(x[i]))), 1e-9);
    const at = (h) => valuesOf(g, x.map((value, i) => value + h * rates[i]), t + h, condition + 1)[condition];
    return (at(step) - at(-step)) / (2 * step);
  }
}

function valuesOf(write, x, t, width) {
  const values = new Float64Array(width);
  write(x, t, values, 0);
  return values;
}

// Whether infinitely many transitions come together in a finite time: one and the same at ever shorter intervals, as with
// a bouncing ball, or a crowd of any.
function accumulate(past, { start, end }, mode, { t, met: [{ condition, reach, small }] }) {
  past.push({ t, key: `${mode} ${condition}`, none: reach < small });
  const latest = past.slice(-SMALL - 1);
  const gaps = latest.slice(1).map((bounce, k) => bounce.t - latest[k].t);
  const shrinks = latest.length > SMALL && latest.every(({ key }) => key === latest[0].key) && latest.slice(1).every(({ none }) => none) &&
    gaps.every((gap, k) => k === 0 || gap < gaps[k - 1] || gap === 0);
  const count = past.length;
  return shrinks || count > MOST_EVENTS || (count > CROWD && t - past[count - CROWD].t < 1e-9 * (end - start));
}
