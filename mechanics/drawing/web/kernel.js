// Requests to Python. One at a time: while it is open, newer values wait and replace each other, so that a moving slider
// never builds up a queue.

const SLOW = 1000; // ms until a simulation under way is mentioned
const PATIENCE = 4000; // ms until a kernel that does not answer is mentioned
const REST = 250; // ms without a change until a kernel follows

export class Kernel {
  constructor(model, onslow, onsilence) {
    // numbers go on after a reload, so that no request equals an earlier one
    Object.assign(this, { model, onslow, onsilence, last: model.get("run").answers, open: null, next: null });
  }

  // A page that only holds the stored state has a model without messages.
  get exists() {
    return typeof this.model.send === "function";
  }

  // `change` is values by name, `drag` a handle and where it is pulled.
  ask(change, drag) {
    this.next = { values: { ...this.next?.values, ...change }, drag };
    if (this.open === null) this.send();
  }

  // Ask once nothing has changed for a while: what is asked for is shown already.
  follow(values) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => ((this.resting = undefined), this.ask(values, null)), REST);
  }

  // Whether an answer is expected, or a question about to be asked.
  get waiting() {
    return this.open !== null || this.next !== null || this.resting !== undefined;
  }

  send() {
    this.open = ++this.last;
    this.model.set("request", { id: this.open, ...this.next });
    this.next = null;
    this.model.save_changes();
    clearTimeout(this.timer);
    clearTimeout(this.slow);
    this.slow = setTimeout(this.onslow, SLOW);
    this.timer = setTimeout(() => this.giveUp(), PATIENCE);
  }

  // The answer to request `number` is here; returns whether more waits to be asked.
  answered(number) {
    if (this.open !== null && number >= this.open) this.stop();
    return this.open === null && this.next !== null;
  }

  giveUp() {
    this.stop();
    this.onsilence();
    if (this.next) this.send();
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.slow);
    this.open = null;
  }

  end() {
    this.stop();
    clearTimeout(this.resting);
  }
}
