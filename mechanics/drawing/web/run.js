// A run, from the kernel or made here: a row of numbers for each instant, equally spaced from start to end.

export class Run {
  constructor(description) {
    Object.assign(this, description);
    this.row = new Float64Array(this.columns);
  }

  // The one that the kernel sent, or that is stored in the page.
  static of(model) {
    const view = model.get("data");
    const bytes = view.buffer ? view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) : view;
    return new Run({ ...model.get("run"), data: new Float32Array(bytes) });
  }

  time(k) {
    return this.start + ((this.end - this.start) * k) / (this.count - 1);
  }

  rowAt(time) {
    return Math.max(0, Math.min(this.count - 1, ((time - this.start) / (this.end - this.start)) * (this.count - 1)));
  }

  // The values at a time, between two rows by straight lines.
  at(time) {
    const place = this.rowAt(time);
    const k = Math.min(this.count - 2, Math.floor(place));
    const part = place - k;
    for (let j = 0; j < this.columns; j++) {
      const before = this.data[k * this.columns + j];
      this.row[j] = before + part * (this.data[(k + 1) * this.columns + j] - before);
    }
    return this.row;
  }
}
