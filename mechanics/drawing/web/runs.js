// Where new runs come from: the browser itself where the model of a small system came along, else the kernel. A run made
// here is shown as soon as it is there; the kernel follows once the sliders rest, so that Python holds the same settings.
// Runs of a slider that moves are rough: precise ones take up to ten times as long, and the eye sees no difference.

import { explained } from "./advice.js";
import { Kernel } from "./kernel.js";
import { Run } from "./run.js";
import { Solver } from "./solver.js";
import { say } from "./words.js";

const SILENCE = "No kernel has answered yet. The animation works without one; for a new simulation run this cell again.";
const UNDER_WAY = "Simulating ...";
const ALONE = { steps: 200000, seconds: 1 }; // what a run may cost
const SETTLED = 120; // ms without a change until a rough run is computed once more, precisely
const [TRIALS, LONG_TRIAL] = [4, 100]; // runs that nobody sees, as long as one takes more than so many ms
const BESIDE_A_KERNEL = { steps: 50000, seconds: 0.4 }; // what takes more is left to the kernel

export class Runs {
  // `onrun(run)` shows a run, `onglimpse(row)` its numbers at the time that is `seen()` before it is complete, `onerror(text)`
  // a sentence beside the last one.
  constructor(model, { onrun, onglimpse, onerror, seen }) {
    Object.assign(this, { model, onrun, onglimpse, onerror, seen, changes: {} });
    this.own = ownModel(model.get("spec"));
    this.solver = this.own && new Solver(this.own, (answer, request) => this.made(answer, request));
    const tell = (text) => () => (this.own ? null : onerror(text));
    this.kernel = new Kernel(model, tell(UNDER_WAY), tell(SILENCE));
    this.shown = Run.of(model);
  }

  get possible() {
    return !!this.own || this.kernel.exists;
  }

  // Values that are asked for and not shown yet.
  get waiting() {
    if (!this.own) return this.kernel.next?.values ?? {};
    return Object.assign({}, ...this.solver.open.map(({ change }) => change), this.changes);
  }

  get cost() {
    if (this.kernel.exists) return BESIDE_A_KERNEL;
    return { ...ALONE, seconds: this.model.get("spec").model?.seconds ?? ALONE.seconds };
  }

  // The equations: the book leaves them out of what it shows first, and loads them when they are asked for.
  async equations() {
    if (this.own.spec.load) this.own.spec = await this.own.spec.load();
  }

  // First runs that nobody sees: what the browser has compiled by then makes the first one that is asked for quick.
  async prepare() {
    if (!this.own || this.prepared) return;
    this.prepared = true;
    const lost = await this.equations().catch(() => true);
    if (!lost) this.compile(TRIALS);
  }

  // Long equations are compiled well only after they have been used for a second.
  compile(times) {
    if (this.ended || this.solver.busy) return;
    const begun = performance.now();
    const unseen = () => times > 1 && performance.now() - begun > LONG_TRIAL && this.compile(times - 1);
    this.solver.start({ ...this.request({}, null), unseen, idle: true });
  }

  // `change` is values by name, `drag` a handle and where it is pulled.
  ask(change, drag) {
    if (!this.own) return this.kernel.ask(change, drag);
    Object.assign(this.changes, change);
    this.drag = drag;
    this.asked ??= Promise.resolve().then(() => this.take()); // once for all that is asked for in one turn
  }

  // What has been asked for by the time that the equations are there.
  async take() {
    const problem = await this.equations().catch(({ message }) => message);
    const { changes, drag } = this;
    Object.assign(this, { changes: {}, drag: null, asked: null });
    if (problem) this.show(this.shown, say(`No new simulation: ${problem}`)); // the sliders go back
    else if (!this.ended) this.solver.start(this.request(changes, drag));
  }

  // The settings are put together when its turn comes, from those that are shown by then.
  request(change, drag) {
    const { cost } = this;
    const runs = this;
    clearTimeout(this.resting);
    const rough = this.own.spec.rough !== undefined;
    return { change, drag, cost, rough, prepare() {
      const { values, window, start, end, count } = runs.shown;
      const seen = rough && !this.unseen ? runs.seen() : undefined;
      Object.assign(this, { settings: { ...values, ...this.change }, before: { window, start, end, count }, seen });
    } };
  }

  made({ made, problem, glimpse }, request) {
    if (glimpse) return this.onglimpse(glimpse);
    if (request.unseen) return request.unseen();
    if (made) {
      this.isRough = request.rough;
      this.show(new Run(made), "");
      if (this.kernel.exists) this.kernel.follow(made.values);
      if (request.rough) this.resting = setTimeout(() => this.refine({}, null, true), SETTLED);
    } else if (request.rough) {
      this.refine(request.change, request.drag, false);
    } else if (!(request.idle && problem.costly)) {
      this.refuse(problem, request);
    }
  }

  // The same run, precisely; `idle` where a rough one is shown already.
  refine(change, drag, idle) {
    if (!this.solver.open.length) this.solver.start({ ...this.request(change, drag), rough: false, idle });
  }

  refuse(problem, { change, drag, settings }) {
    if (this.kernel.exists && (problem.costly || !problem.known)) return this.kernel.ask(change, drag);
    const { sliders } = this.model.get("spec");
    this.show(this.shown, explained(problem, sliders, settings, this.shown.values)); // the sliders go back
  }

  // What the kernel has sent: the picture stays where it shows the same, or something newer, made here.
  receive() {
    const run = Run.of(this.model);
    const more = this.kernel.answered(run.answers);
    const newer = this.own && (this.asked || this.solver.busy || this.kernel.waiting);
    if (!newer && !(this.own && !this.isRough && sameValues(run.values, this.shown.values))) this.show(run, this.model.get("error"));
    if (more) this.kernel.send();
  }

  show(run, error) {
    this.shown = run;
    this.onerror(error);
    this.onrun(run);
  }

  stop() {
    this.ended = true;
    clearTimeout(this.resting);
    this.solver?.stop();
    this.kernel.end();
  }
}

function ownModel({ model, scene }) {
  try {
    new Function();
    return model && { spec: model, scene };
  } catch (problem) {
    console.info(`mechanics: new runs need the kernel here (${problem.message})`); // a page that forbids generated code
    return null;
  }
}

function sameValues(one, other) {
  return Object.keys(one).every((name) => one[name] === other[name]);
}
