// Systems with modes: integrate to the next condition, reset, go on in the mode that follows; as the Python side does.

import { integrate, Refusal, short } from "./integrate.js";

const [MOST_EVENTS, ZENO] = [10000, 100]; // in all; within a billionth of the time

export class Modes {
  // `modes` come from Python; `compiled` makes functions of their texts.
  constructor(modes, compiled) {
    this.modes = modes.map((mode) => ({ ...mode, ...Object.fromEntries(
      ["derivative", "holds", "when", "then"].map((name) => [name, compiled(mode[name])])) }));
  }

  // States row after row, and the number of the mode at each time.
  run(constants, x0, times, options) {
    const numbers = new Float64Array(times.count);
    const events = [];
    let [x, mode, part] = [x0, this.first(constants, x0, times.start), { done: 0, states: new Float64Array(x0.length * times.count) }];
    for (let begin = times.start; part.done < times.count; ) {
      const from = part.done;
      const { when, transitions, derivative } = this.modes[mode];
      const watch = when && { conditions: when(...constants), transitions };
      part = integrate(derivative(...constants), x, times, { ...options, watch, begin, from, states: part.states });
      numbers.fill(mode, from, part.done);
      if (!part.event) break;
      ({ begin, x, mode } = this.next(constants, mode, part.event));
      events.push(begin);
      check(events, times, part.event);
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

  // What follows: of the transitions with the condition that is met, the first whose guard holds.
  next(constants, mode, { t, x, transition }) {
    const { name, then, transitions } = this.modes[mode];
    const width = 1 + x.length;
    const values = valuesOf(then(...constants), x, t, width * transitions.length);
    const met = [...transitions.keys()].filter((j) => transitions[j].condition === transition.condition);
    const taken = met.find((j) => values[j * width] > 0.5);
    if (taken !== undefined) {
      return { begin: t, x: values.slice(taken * width + 1, (taken + 1) * width), mode: transitions[taken].to };
    }
    throw new Refusal(
      `At t = ${short(t)} s the condition of ${met.map((j) => transitions[j].name).join(", ")} is met in the mode '${name}', but no guard ` +
      "holds: the guards of transitions with the same condition must cover all cases.");
  }
}

function valuesOf(write, x, t, width) {
  const values = new Float64Array(width);
  write(x, t, values, 0);
  return values;
}

function check(events, { start, end }, { t, transition }) {
  const count = events.length;
  if (count <= MOST_EVENTS && !(count > ZENO && t - events[count - ZENO] < 1e-9 * (end - start))) return;
  throw new Refusal(
    `Transitions accumulate at t = ${short(t)} s (the last: ${transition.name}). ` +
    "Add a mode in which the motion comes to rest.");
}
