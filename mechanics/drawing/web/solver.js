// Runs of a model off the thread that draws: in a worker, or where a page forbids workers, in slices between two frames.
// A newer request waits for the run under way as long as that is quick, so that the picture follows a slider; where it
// takes longer, or nobody waits for its result, it is cancelled.

import { BrowserModel } from "./model.js";
import { Slices } from "./worker.js";

const QUICK = 200; // ms until a newer request cancels the run under way
const LATE = 2000; // ms beyond its computing time after which a worker is given up

export class Solver {
  // `model` has a `spec`, the equations as Python sends them, and a `scene`. `ondone(answer, request)`: the answer is
  // { made } or { problem }, maybe a { glimpse } before, as worker.js gives it.
  constructor(model, ondone) {
    Object.assign(this, { model, ondone, current: null, next: null, machine: null });
  }

  get busy() {
    return this.current !== null;
  }

  // What has been asked for and not been answered, the newest last.
  get open() {
    return [this.current, this.next].filter(Boolean);
  }

  start(request) {
    this.next = this.next ? merged(this.next, request) : request;
    if (!this.busy) return this.go();
    if (this.current.idle) return this.cancel();
    this.hurry ??= setTimeout(() => this.cancel(), Math.max(0, this.begun + QUICK - performance.now()));
  }

  // End the run under way; what it was asked for is part of the next request.
  cancel() {
    if (this.next && !this.current.idle) this.next = merged(this.current, this.next);
    this.rest();
    this.machine?.cancel();
    if (this.next) this.go();
  }

  go() {
    [this.current, this.next, this.begun] = [this.next, null, performance.now()];
    this.current.prepare?.();
    this.machine ??= workerFor(this.model, () => this.withoutWorker()) ?? slices(this.model);
    this.machine.run(this.current, (answer) => this.finish(answer));
    this.watchdog = setTimeout(() => this.finish({ problem: { message: "The simulation took too long.", costly: true, known: true } }, true),
      1000 * this.current.cost.seconds + LATE);
  }

  finish(answer, broken = false) {
    const request = this.current;
    if (answer.glimpse) return this.ondone(answer, request);
    if (broken) this.halt();
    else this.rest();
    this.ondone(answer, request);
    if (!this.busy && this.next) this.go();
  }

  // A worker that the page does not allow: the same request in slices.
  withoutWorker() {
    const request = this.current;
    this.halt();
    this.machine = slices(this.model);
    if (request) this.next = this.next ? merged(request, this.next) : request;
    if (this.next) this.go();
  }

  rest() {
    clearTimeout(this.hurry);
    clearTimeout(this.watchdog);
    [this.current, this.hurry] = [null, undefined];
  }

  halt() {
    this.rest();
    if (this.machine?.end()) this.machine = null;
  }

  stop() {
    this.next = null;
    this.halt();
  }
}

const slices = ({ spec, scene }) => new Slices(new BrowserModel(spec, scene));

// Of two requests the newer one, with all that has changed since the picture that is shown.
function merged(older, newer) {
  return { ...newer, change: { ...older.change, ...newer.change }, drag: newer.drag ?? older.drag };
}

// A worker made of the text of the modules that compute, so that it needs no file: it works from file://, too. `engine` is
// the function in which `front_end` of player.py puts these modules. Null where the page forbids it at once; else
// `onforbidden` may be called later.
function workerFor({ spec, scene }, onforbidden) {
  if (typeof Worker !== "function" || typeof engine !== "function") return null;
  try {
    const url = URL.createObjectURL(new Blob([`"use strict";(${engine})().serve(self)`], { type: "text/javascript" }));
    const worker = new Worker(url);
    let [heard, number] = [false, 0];
    worker.onerror = (event) => (event.preventDefault(), onforbidden());
    worker.postMessage({ spec, scene });
    return {
      run({ settings, drag, before, cost, rough, seen }, told) {
        const mine = ++number;
        worker.onmessage = ({ data }) => {
          if (!heard) URL.revokeObjectURL(url);
          heard = true;
          if (data.number === mine) told(data.told);
        };
        worker.postMessage({ request: { settings, drag, before, cost, rough, seen }, number });
      },
      cancel: () => (number++, worker.postMessage({})),
      end: () => (worker.terminate(), URL.revokeObjectURL(url), true),
    };
  } catch {
    return null;
  }
}
