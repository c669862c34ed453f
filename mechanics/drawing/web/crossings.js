// Zeros of functions along a motion: on which side a function starts, and where it comes to the other one. Each step is
// sampled at the nodes of a polynomial; where a function comes near to zero between them without a change of sign, its
// extremum is looked for, so that two zeros between two nodes are found as well. As on the Python side.

const NODES = Array.from({ length: 13 }, (_, k) => 0.5 * (1 - Math.cos((Math.PI * k) / 12)));
const COARSE = NODES.filter((_, k) => k % 3 === 0);
const ROUNDING = 16 * Number.EPSILON;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

// `conditions(x, t, y, 0)` writes the functions; `transitions` tell which are watched, and in which direction. `turned`
// is a condition that has just turned the motion back to the side that it came from, or stopped it; `acts(condition, t, x)`
// says whether a condition that is zero at the start must be served when the motion leaves in its direction at once:
// that of a marker or a counter has been.
export class Crossings {
  constructor({ conditions, transitions, turned, acts }, n) {
    const count = 1 + Math.max(...transitions.map(({ condition }) => condition));
    const row = () => new Float64Array(count);
    Object.assign(this, { conditions, transitions, turned, acts, count, point: new Float64Array(n), values: row() });
    Object.assign(this, { sides: row(), noise: row(), small: row(), reach: row(), shifted: row(), samples: NODES.map(row) });
  }

  // Where the motion starts: what rounding, and an error of the size of the tolerances, do to each function.
  begin(x, t, rates, h, tolerance) {
    const { count, values, point, noise, small, shifted } = this;
    const tick = 8 * Number.EPSILON * (Math.abs(t) + h);
    const differs = (c) => Math.abs(shifted[c] - values[c]);
    this.begun = { x: x.slice(), t };
    this.conditions(x, t, values, 0);
    point.set(x);
    for (let i = 0; i < x.length; i++) point[i] += tick * rates[i];
    this.conditions(point, t + tick, shifted, 0);
    for (let c = 0; c < count; c++) (noise[c] = differs(c)), (small[c] = 0);
    for (let i = 0; i < x.length; i++) {
      point.set(x);
      const shift = tolerance * (1 + Math.abs(x[i]));
      point[i] += shift;
      this.conditions(point, t, shifted, 0);
      for (let c = 0; c < count; c++) {
        small[c] += differs(c);
        noise[c] += (differs(c) * ROUNDING * Math.abs(x[i])) / shift;
      }
    }
    for (let c = 0; c < count; c++) this.sides[c] = Math.abs(values[c]) > noise[c] ? Math.sign(values[c]) : 0;
  }

  // What is met first within the step from t, whose states `write(theta, x)` gives: the share of the step just before it,
  // and the conditions with the direction in which each passes through zero; null if nothing is.
  find(t, h, write) {
    this.at = (theta, values) => {
      write(theta, this.point);
      this.conditions(this.point, t + theta * h, values, 0);
      return values;
    };
    COARSE.forEach((theta, k) => this.at(theta, this.samples[3 * k]));
    const pressed = this.pressed();
    if (pressed) return { theta: 0, met: [pressed], contact: true };
    if (!this.near()) return null;
    NODES.forEach((theta, k) => k % 3 && this.at(theta, this.samples[k]));
    const found = [];
    for (let c = 0; c < this.count; c++) {
      const crossing = this.first(c);
      if (crossing) found.push(crossing);
    }
    if (!found.length) return null;
    const theta = Math.min(...found.map((crossing) => crossing.theta));
    const together = (4 * Number.EPSILON * (Math.abs(t) + h)) / h;
    return { theta, met: found.filter((crossing) => crossing.theta <= theta + together) };
  }

  // Whether any function could be zero, judged by a few samples and how much they differ.
  near() {
    for (let c = 0; c < this.count; c++) {
      let [least, varies] = [Infinity, 0];
      for (let k = 0; k < NODES.length; k += 3) {
        const value = this.samples[k][c];
        least = Math.min(least, value * this.sides[c]);
        if (k) varies = Math.max(varies, Math.abs(value - this.samples[k - 3][c]));
      }
      if (!(least > 2 * varies)) return true; // also on no side yet
    }
    for (let c = 0; c < this.count; c++) this.reach[c] = Math.max(this.reach[c], Math.abs(this.samples[0][c]));
    return false;
  }

  // The side that the motion takes from a zero is that of the first derivative of the function that is not zero: the one
  // that it has as soon as it differs from rounding.
  leaves(c) {
    for (let theta = 2 ** -50; theta <= 1; theta *= 2) {
      const value = this.at(theta, this.values)[c];
      if (Math.abs(value) > 2 * this.noise[c]) return { side: Math.sign(value), theta };
    }
    return { side: 0, theta: 1 };
  }

  // The condition that has turned the motion back, where rounding cannot tell the way back from the surface any more.
  pressed() {
    const { turned, sides } = this;
    this.turned = null;
    return turned && sides[turned.condition] === 0 && this.leaves(turned.condition).side === -turned.side ? turned : null;
  }

  // The first zero of a function that counts.
  first(c) {
    const { samples, sides, noise } = this;
    let before = 0;
    if (sides[c] === 0) {
      ({ side: sides[c], theta: before } = this.leaves(c));
      const passes = this.transitions.some((x) => x.condition === c && x.direction === sides[c]);
      if (sides[c] && passes && this.acts(c, this.begun.t, this.begun.x)) [sides[c], before] = [-sides[c], 0];
    }
    for (let k = 0; k < NODES.length; k++) {
      const points = [this.nearest(c, k, before), [NODES[k], samples[k][c]]].filter(Boolean).sort(([a], [b]) => a - b);
      for (const [theta, value] of points) {
        const side = sides[c];
        if (theta <= before) continue;
        if (!(value * side < 0 && Math.abs(value) > noise[c])) {
          if (value * side > 0) before = theta;
          this.reach[c] = Math.max(this.reach[c], Math.abs(value));
          continue;
        }
        const [low, high] = this.located(c, before, theta, side);
        this.reach[c] = Math.max(this.reach[c], Math.abs(this.at((before + low) / 2, this.values)[c]));
        if (this.transitions.some((x) => x.condition === c && x.direction * side <= 0)) {
          return { condition: c, direction: -side, theta: low, reach: this.reach[c], small: this.small[c], noise: noise[c] };
        }
        [sides[c], before, this.reach[c]] = [-side, high, 0];
      }
    }
    return null;
  }

  // The last share of the step on a side, and the first one beyond zero, by bisection down to rounding.
  located(c, low, high, side) {
    for (let halving = 0; halving < 60; halving++) {
      const middle = (low + high) / 2;
      if (middle <= low || middle >= high) break;
      if (this.at(middle, this.values)[c] * side > 0) low = middle;
      else high = middle;
    }
    return [low, high];
  }

  // Where a function comes nearest to zero around a node, if it lies beyond zero there.
  nearest(c, k, before) {
    if (k < 1 || k + 1 >= NODES.length) return null;
    const side = this.sides[c];
    const [a, b, d] = [k - 1, k, k + 1].map((j) => this.samples[j][c] * side);
    const varies = Math.max(Math.abs(b - a), Math.abs(d - b));
    if (!(a > 0 && b > 0 && d > 0 && b <= a && b <= d && b <= 2 * varies)) return null;
    let [low, high] = [Math.max(before, NODES[k - 1]), NODES[k + 1]];
    for (let step = 0; step < 40; step++) {
      const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
      const [one, other] = [left, right].map((theta) => this.at(theta, this.values)[c]);
      if (Math.min(one * side, other * side) < 0) return one * side < other * side ? [left, one] : [right, other];
      if (one * side < other * side) high = right;
      else low = left;
    }
    return null;
  }
}
