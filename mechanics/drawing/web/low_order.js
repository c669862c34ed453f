// The classical Runge-Kutta method of order 4 with an error of order 3, for rough runs of large systems. Their steps are
// short because the fastest vibrations, which nobody sees, would grow in longer ones; at this bound the method needs half
// the evaluations of the one of order 8, and its sums are short. Between two steps cubics.
// Source: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, section II.4.

import { METHODS } from "./integrate.js";

// Of step sizes: powers of the error and of the one before, so that steps at the bound do not swing.
const CONTROL = { safety: 0.9, slowest: 0.2, fastest: 5, least: 1e-4, power: 0.175, powerBefore: 0.1 };

// As `explicit`: `x` is the state at the start of a step, `next` the one at its end.
export function lowOrder(f, x, next, tolerance) {
  const n = x.length;
  const [K, F, point] = [5, 3, 1].map((size) => new Float64Array(size * n));
  const stages = [0, 1, 2, 3].map((s) => K.subarray(s * n, (s + 1) * n));
  let before = 1;

  return {
    K,
    begin: (t) => f(x, t, K, 0),

    // The last stage and the result belong to the same time; their rates differ by the order h³.
    attempt(t, h) {
      METHODS.rk4(f, x, t, h, next, stages, point);
      f(next, t + h, K, 4 * n);
      let sum = 0;
      for (let i = 0; i < n; i++) sum += ((K[3 * n + i] - K[4 * n + i]) / (1 + Math.abs(next[i]))) ** 2;
      return ((h / 10) * Math.sqrt(sum / n)) / tolerance;
    },

    factor(error, rejected) {
      const { safety, slowest, fastest, least, power, powerBefore } = CONTROL;
      if (!(error < 1)) return Math.max(slowest, safety * error ** -0.25 || 0);
      const size = Math.max(error, least);
      const factor = safety * size ** -power * before ** powerBefore;
      before = size;
      return Math.min(rejected ? 1 : fastest, factor);
    },

    accept() {
      x.set(next);
      K.copyWithin(0, 4 * n);
    },

    firstStep: (t, longest) => Math.min(1e-3, longest), // too short or too long, the error soon tells
    changes: () => false, // an implicit step of so many states costs more than it saves

    interpolate(t, h) {
      for (let i = 0, p = 0; i < n; i++, p += 3) {
        F[p] = next[i] - x[i];
        F[p + 1] = h * K[i] - F[p];
        F[p + 2] = F[p] - h * K[4 * n + i] - F[p + 1];
      }
    },

    write(theta, values, place = 0) {
      const rest = 1 - theta;
      for (let i = 0, p = 0; i < n; i++, p += 3) {
        values[place + i] = x[i] + theta * (F[p] + rest * (F[p + 1] + theta * F[p + 2]));
      }
    },
  };
}
