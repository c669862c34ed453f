// A run, from the kernel or made here: a row of numbers for each instant, equally spaced from start to end.

const AHEAD = 0.015; // of the whole run

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

  // What is seen at a time where the window grows with a point that flies away: [left, right, bottom, top]. It has seen all
  // that the point passed until a little later, so that it does not touch the edge.
  windowAt(time, [point, ...near]) {
    this.grown ??= this.growing(point, near);
    const place = this.rowAt(time + AHEAD * (this.end - this.start));
    const k = Math.min(this.count - 2, Math.floor(place));
    return this.grown[k].map((edge, i) => edge + (place - k) * (this.grown[k + 1][i] - edge));
  }

  // For each row the window around the corners `near` and all places of the point so far, with a margin.
  growing(point, near) {
    const value = (entry, k) => (typeof entry === "number" ? entry : this.data[k * this.columns + entry.signal]);
    const box = [Infinity, -Infinity, Infinity, -Infinity];
    const [left, right, bottom, top] = this.window;
    return Array.from({ length: this.count }, (_, k) => {
      for (const [x, y] of (k ? [point] : [point, ...near]).map((place) => place.map((entry) => value(entry, k)))) {
        box[0] = Math.min(box[0], x);
        box[1] = Math.max(box[1], x);
        box[2] = Math.min(box[2], y);
        box[3] = Math.max(box[3], y);
      }
      const margin = 0.12 * Math.max(box[1] - box[0], box[3] - box[2]);
      return [Math.max(left, box[0] - margin), Math.min(right, box[1] + margin), Math.max(bottom, box[2] - margin), Math.min(top, box[3] + margin)];
    });
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
