// The explicit Runge-Kutta method of order 8 by Dormand and Prince (DOP853): its step, its error, the polynomial inside a
// step, and whether the equations are stiff. `x` is the state at the start of a step, `next` the one at its end.

import { A, C, D, E3, E5 } from "./tableau.js";

const STAGES = 12;
const WIDTH = 16; // all stages: of the method, at its result, for the polynomial
const DEGREE = 7;
const [SAFETY, SLOWEST, FASTEST] = [0.9, 0.2, 10];
const EDGE = 6.1; // of stability: h times the steepest slope of f
const [WITHIN_REACH, TOLERANCES] = [5, 1000]; // a stage may be so much farther away than the fastest rate leads, or the error
const [HITS, CLEAR] = [15, 6]; // stiff after 15 steps at the edge, without six in succession below it

// Coefficients that are not zero, as typed arrays: the stages that they belong to, and their values.
const sparse = (row) => {
  const stages = [...row.keys()].filter((j) => row[j] !== 0);
  return { stages: Int32Array.from(stages), values: Float64Array.from(stages, (j) => row[j]) };
};
const [ROWS, ERROR_3, ERROR_5, INSIDE] = [A.map(sparse), sparse(E3), sparse(E5), D.map(sparse)];

// `f(x, t, y, place)` writes the rates of x into y from `place` on.
export function explicit(f, x, next, tolerance) {
  const n = x.length;
  const vector = (size) => new Float64Array(size);
  const [point, K, F, sum, way] = [vector(n), vector(n * WIDTH), vector(n * DEGREE), vector(n), vector(n)];
  let [hits, clear] = [0, 0];
  const scale = (i) => tolerance * (1 + Math.max(Math.abs(x[i]), Math.abs(next[i])));
  // A combination of stages, in `sum`.
  function combine({ stages, values }) {
    sum.fill(0);
    for (let m = 0; m < stages.length; m++) {
      const [value, from] = [values[m], stages[m] * n];
      for (let i = 0; i < n; i++) sum[i] += value * K[from + i];
    }
  }

  // Its size, measured by the tolerances.
  const norm = (weights) => {
    combine(weights);
    let total = 0;
    for (let i = 0; i < n; i++) total += (sum[i] / scale(i)) ** 2;
    return Math.sqrt(total / n);
  };

  // Stage s of a step from (t, x): K_s = f(t + c_s h, x + h sum_j a_sj K_j).
  function stage(s, t, h, place = point) {
    combine(ROWS[s]);
    for (let i = 0; i < n; i++) {
      const part = h * sum[i];
      place[i] = x[i] + part;
      if (s < STAGES && !(Math.abs(part) <= way[i]) && !Number.isNaN(way[i])) way[i] = Math.abs(part);
    }
    f(place, t + C[s] * h, K, s * n);
  }

  // Whether a stage lies beyond the reach of the rates that count in the result, as where it has left a contact on the
  // other side: the following ones agree with each other there, and the error seems to be none.
  function isThrownOut(h) {
    const { stages } = ROWS[STAGES];
    for (let i = 0; i < n; i++) {
      let fastest = 0;
      for (let m = 0; m < stages.length; m++) fastest = Math.max(fastest, Math.abs(K[stages[m] * n + i]));
      if (!(way[i] <= WITHIN_REACH * h * fastest + TOLERANCES * scale(i))) return true;
    }
    return false;
  }

  return {
    K, // begins with the rates at the start of the step

    begin: (t) => f(x, t, K, 0),

    // All stages of a step to `next`; its error against the tolerances, below 1 if it is accepted.
    attempt(t, h) {
      way.fill(0);
      for (let s = 1; s < STAGES; s++) stage(s, t, h);
      stage(STAGES, t, h, next);
      if (isThrownOut(h)) return Infinity;
      const e5 = norm(ERROR_5);
      const e3 = norm(ERROR_3);
      return e5 === 0 && e3 === 0 ? 0 : (h * e5 * e5) / Math.hypot(e5, 0.1 * e3);
    },

    // By how much the next step may be longer, or has to be shorter; the error may be no number at all.
    factor(error, rejected) {
      const factor = error === 0 ? FASTEST : SAFETY * error ** -0.125;
      if (error < 1) return Math.min(rejected ? 1 : FASTEST, factor);
      return factor >= SLOWEST ? factor : SLOWEST;
    },

    accept() {
      x.set(next);
      K.copyWithin(0, STAGES * n, (STAGES + 1) * n);
    },

    // Step size at the start, from the first two derivatives.
    firstStep(t, longest) {
      next.set(x);
      const d1 = norm(sparse([1]));
      K.set(x, 2 * n);
      const d0 = norm(sparse([0, 0, 1]));
      const h = Math.min(d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : (0.01 * d0) / d1, longest);
      for (let i = 0; i < n; i++) point[i] = x[i] + h * K[i];
      f(point, t + h, K, n);
      const d2 = norm(sparse([-1, 1])) / h;
      const steepest = Math.max(d1, Number.isFinite(d2) ? d2 : d1);
      return Math.min(100 * h, steepest <= 1e-15 ? Math.max(1e-6, h * 1e-3) : (0.01 / steepest) ** 0.125, longest);
    },

    // After an accepted step: whether the last ones all were as long as stability allows, not accuracy. The last stage
    // and the result belong to the same time, so that they tell the slope of f.
    // Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.2.
    changes(h) {
      let [rates, apart] = [0, 0];
      combine(ROWS[STAGES - 1]);
      for (let i = 0; i < n; i++) {
        rates += (K[STAGES * n + i] - K[(STAGES - 1) * n + i]) ** 2;
        apart += (next[i] - x[i] - h * sum[i]) ** 2;
      }
      if (apart > 0 && h * Math.sqrt(rates / apart) > EDGE) [hits, clear] = [hits + 1, 0];
      else if (++clear >= CLEAR) hits = 0;
      return hits >= HITS;
    },

    // Coefficients of the polynomial inside the step; needs three more stages.
    interpolate(t, h) {
      for (let s = STAGES + 1; s < WIDTH; s++) stage(s, t, h);
      for (let i = 0; i < n; i++) {
        const place = i * DEGREE;
        F[place] = next[i] - x[i];
        F[place + 1] = h * K[i] - F[place];
        F[place + 2] = 2 * F[place] - h * K[STAGES * n + i] - h * K[i];
      }
      for (let k = 0; k < INSIDE.length; k++) {
        combine(INSIDE[k]);
        for (let i = 0; i < n; i++) F[i * DEGREE + 3 + k] = h * sum[i];
      }
    },

    // The state at a share of the step.
    write(theta, values, place = 0) {
      for (let i = 0; i < n; i++) {
        let value = 0;
        for (let j = DEGREE - 1; j >= 0; j--) value = (value + F[i * DEGREE + j]) * (j % 2 === 0 ? theta : 1 - theta);
        values[place + i] = x[i] + value;
      }
    },
  };
}
