// Where new runs come from: the browser itself where the model of a small system came along, else the kernel. A run made
// here is shown with the next frame; the kernel follows once the sliders rest, so that Python holds the same settings.

import { Refusal } from "./integrate.js";
import { Kernel } from "./kernel.js";
import { BrowserModel } from "./model.js";
import { Run } from "./run.js";

const SILENCE = "No kernel has answered yet. The animation works without one; for a new simulation run this cell again.";
const UNDER_WAY = "Simulating ...";
const FEW_STEPS = 8000; // what takes more is left to a kernel, where there is one: its method is made for stiff systems

export class Runs {
  // `onrun(run)` shows a run, `onerror(text)` a sentence beside the last one.
  constructor(model, { onrun, onerror }) {
    Object.assign(this, { model, onrun, onerror, changes: {} });
    this.own = ownModel(model.get("spec"));
    const tell = (text) => () => (this.own ? null : onerror(text));
    this.kernel = new Kernel(model, tell(UNDER_WAY), tell(SILENCE));
    this.shown = Run.of(model);
  }

  get possible() {
    return this.own !== null || this.kernel.exists;
  }

  // Values that are asked for and not shown yet.
  get waiting() {
    return this.own ? this.changes : this.kernel.next?.values ?? {};
  }

  // A first run that nobody sees: what the browser has compiled by then makes the first one that is asked for quick.
  prepare() {
    if (!this.own || this.prepared) return;
    this.prepared = true;
    try {
      this.own.run(this.shown.values, this.shown, FEW_STEPS);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
    }
  }

  // `change` is values by name, `drag` a handle and where it is pulled.
  ask(change, drag) {
    if (!this.own) return this.kernel.ask(change, drag);
    Object.assign(this.changes, change);
    this.drag = drag;
    this.frame ??= requestAnimationFrame(() => this.make());
  }

  make() {
    const [change, drag] = [this.changes, this.drag];
    Object.assign(this, { changes: {}, drag: null, frame: undefined });
    const settings = { ...this.shown.values, ...change };
    try {
      if (drag) Object.assign(settings, this.own.dragged(settings, drag));
      this.show(new Run(this.own.run(settings, this.shown, this.kernel.exists ? FEW_STEPS : undefined)), "");
      if (this.kernel.exists) this.kernel.follow(settings);
    } catch (problem) {
      if (this.kernel.exists && problem.costly !== false) this.kernel.ask(change, drag);
      else this.show(this.shown, problem.message); // the sliders go back
    }
  }

  // What the kernel has sent: the picture stays where it shows the same, or something newer, made here.
  receive() {
    const run = Run.of(this.model);
    const more = this.kernel.answered(run.answers);
    const newer = this.own && (this.frame !== undefined || this.kernel.waiting);
    if (!newer && !(this.own && sameValues(run.values, this.shown.values))) this.show(run, this.model.get("error"));
    if (more) this.kernel.send();
  }

  show(run, error) {
    this.shown = run;
    this.onerror(error);
    this.onrun(run);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.kernel.end();
  }
}

function ownModel({ model, scene }) {
  try {
    return model ? new BrowserModel(model, scene) : null;
  } catch (problem) {
    console.info(`mechanics: new runs need the kernel here (${problem.message})`); // a page that forbids generated code
    return null;
  }
}

function sameValues(one, other) {
  return Object.keys(one).every((name) => one[name] === other[name]);
}
