// Runs of one model in slices of a few milliseconds: between two of them a newer request, or the end of this one, is
// heard. A worker is not ended for that, because what it has compiled by then would be lost.

import { Budget, Refusal } from "./budget.js";
import { BrowserModel } from "./model.js";

const [SLICE, INTERRUPTED] = [12, 2]; // ms; in a worker a precise run is interrupted by any newer request, and hears it soon
const SOON = 6; // ms of a run after which its picture is told before the rest

export class Slices {
  // `later(action)` does something once the thread has heard what waits for it; returns what `never` takes back.
  constructor(model, { length = SLICE, later = (action) => setTimeout(action), never = (turn) => clearTimeout(turn) } = {}) {
    Object.assign(this, { model, length, later, never });
  }

  // Compute a request and tell its answer; an earlier one is left. Where it takes long, a row of numbers is told before: at
  // the time that is `seen`, as soon as that is reached.
  run({ settings, drag, before, cost, rough, seen }, told) {
    this.cancel();
    const { model } = this;
    const budget = new Budget({ ...cost, names: model.spec.states });
    const begun = performance.now();
    let computation, chosen, x; // x: the state at the time that is seen, until it is told
    const last = []; // time and state of the step before
    const slice = () => {
      budget.resume();
      const until = performance.now() + (rough ? SLICE : this.length);
      try {
        chosen ??= settingsOf(model, { settings, drag });
        computation ??= model.running(chosen, before, budget, rough);
        do {
          const { done, value } = computation.next();
          if (done) return told({ made: value });
          if (x || seen === undefined) continue;
          if (value[0] >= seen) x = between(last.length ? last : value, value, seen);
          else {
            (last[1] ??= value[1].slice()).set(value[1]);
            last[0] = value[0];
          }
        } while (performance.now() < (x ? Math.min(until, begun + SOON) : until));
        if (x) {
          told({ glimpse: model.row(chosen, x, seen) });
          [seen, x] = [];
        }
      } catch (problem) {
        return told(refused(problem));
      }
      budget.pause();
      this.turn = this.later(slice);
    };
    this.turn = this.later(slice);
  }

  cancel() {
    if (this.turn !== undefined) this.never(this.turn);
    this.turn = undefined;
  }

  end() {
    this.cancel();
    return false; // it can go on being used
  }
}

// The side of a worker. A message to itself comes after those that wait, at once and not after the pause of a timer.
export function serve(port) {
  const channel = new MessageChannel();
  let [machine, waiting] = [null, null];
  channel.port1.onmessage = () => waiting?.();
  const later = (action) => ((waiting = action), channel.port2.postMessage(0), true);
  port.onmessage = ({ data: { spec, scene, request, number } }) => {
    if (spec) machine = new Slices(new BrowserModel(spec, scene), { length: INTERRUPTED, later, never: () => (waiting = null) });
    else if (request) machine.run(request, (told) => {
      if (!told.glimpse) waiting = null;
      port.postMessage({ told, number }, told.made && [told.made.data.buffer]); // handed over: a copy of megabytes takes long
    });
    else machine.cancel();
  };
}

// The state between two steps, by a straight line.
function between([t, x], [end, next], time) {
  const part = end > t ? (time - t) / (end - t) : 1;
  return next.map((value, i) => x[i] + part * (value - x[i]));
}

// The settings of a request, after its drag.
export function settingsOf(model, { settings, drag }) {
  return drag ? { ...settings, ...model.dragged(settings, drag) } : settings;
}

// What a computation gives, or why it does not, as plain data.
export function answer(compute) {
  try {
    return { made: compute() };
  } catch (problem) {
    return refused(problem);
  }
}

export function refused(problem) {
  const { message, sentence, advice, costly } = problem;
  return { problem: { message, sentence, advice, costly, known: problem instanceof Refusal } };
}
