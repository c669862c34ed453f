// The explicit Runge-Kutta method of order 8 by Dormand and Prince (DOP853): its step, its error, the polynomial inside a
// step, and whether the equations are stiff. `x` is the state at the start of a step, `next` the one at its end.

import { A, C, D, E3, E5, FREE } from "./tableau.js";

const STAGES = 12;
const WIDTH = 16; // all stages: of the method, at its result, for the polynomial
const DEGREE = 7;
const [SAFETY, SLOWEST, FASTEST] = [0.9, 0.2, 10];
const EDGE = 6.1; // of stability: h times the steepest slope of f
const [WITHIN_REACH, TOLERANCES] = [5, 1000]; // a stage may be so much farther away than the fastest rate leads, or the error
const [HITS, CLEAR] = [15, 6]; // stiff after 15 steps at the edge, without six in succession below it

// The loops of the method as text, so that its coefficients are numbers in them and not read again for each state. In
// stage j the rate of state i is K[j n + i].
const loop = (given, ...lines) => new Function("n", "K", ...given, `for (let i = 0; i < n; i++) {\n${lines.join("\n")}\n}`);
const rates = (row) => row.map((a, j) => [a, `K[${j} * n + i]`]).filter(([a]) => a !== 0);
const combination = (row) => rates(row).map(([a, rate]) => `${a} * ${rate}`).join(" + ") || "0";
let written = null; // when they are needed first: a page may forbid generated code

const loops = () => (written ??= {
  stages: A.map((row, s) => loop(["x", "h", "place", "way"], `const part = h * (${combination(row)});`, "place[i] = x[i] + part;",
    s < STAGES ? "way[i] = Math.max(way[i], Math.abs(part));" : "")),
  errors: loop(["e5", "e3", "most"], `e5[i] = ${combination(E5)};`, `e3[i] = ${combination(E3)};`,
    `most[i] = Math.max(${rates(A[STAGES]).map(([, rate]) => `Math.abs(${rate})`)});`),
  polynomials: [D, FREE].map((rows) => loop(["h", "F"], ...rows.map((row, k) => `F[${DEGREE} * i + ${3 + k}] = h * (${combination(row)});`))),
});

// `f(x, t, y, place)` writes the rates of x into y from `place` on. A `rough` one makes no stages for the polynomial.
export function explicit(f, x, next, tolerance, rough = false) {
  const n = x.length;
  const vector = (size) => new Float64Array(size);
  const [K, F] = [vector(n * WIDTH), vector(n * DEGREE)];
  const [point, aside, way, most, e5, e3] = Array.from({ length: 6 }, () => vector(n));
  const { stages, errors, polynomials } = loops();
  let [hits, clear] = [0, 0];
  const scale = (i) => tolerance * (1 + Math.max(Math.abs(x[i]), Math.abs(next[i])));

  // The size of a vector, measured by the tolerances; `of(i)` is an entry.
  const norm = (of) => {
    let total = 0;
    for (let i = 0; i < n; i++) total += (of(i) / scale(i)) ** 2;
    return Math.sqrt(total / n);
  };

  // Stage s of a step from (t, x): K_s = f(t + c_s h, x + h sum_j a_sj K_j). The longest way to one of them is kept.
  function stage(s, t, h, place) {
    stages[s](n, K, x, h, place, way);
    f(place, t + C[s] * h, K, s * n);
  }

  // The error of a step. None is accepted if a stage lies beyond the reach of the rates that count in the result, as
  // where it has left a contact on the other side: the following ones agree with each other there, and the error seems
  // to be none.
  function judged(h) {
    errors(n, K, e5, e3, most);
    let [fifth, third] = [0, 0];
    for (let i = 0; i < n; i++) {
      const size = scale(i);
      if (!(way[i] <= WITHIN_REACH * h * most[i] + TOLERANCES * size)) return Infinity;
      fifth += (e5[i] / size) ** 2;
      third += (e3[i] / size) ** 2;
    }
    return fifth === 0 && third === 0 ? 0 : (h * fifth) / Math.sqrt(n * (fifth + 0.01 * third));
  }

  return {
    K, // begins with the rates at the start of the step

    begin: (t) => f(x, t, K, 0),

    // All stages of a step to `next`; its error against the tolerances, below 1 if it is accepted.
    attempt(t, h) {
      way.fill(0);
      for (let s = 1; s < STAGES; s++) stage(s, t, h, point);
      stage(STAGES, t, h, next);
      return judged(h);
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
      const d1 = norm((i) => K[i]);
      const d0 = norm((i) => x[i]);
      const h = Math.min(d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : (0.01 * d0) / d1, longest);
      for (let i = 0; i < n; i++) point[i] = x[i] + h * K[i];
      f(point, t + h, K, n);
      const d2 = norm((i) => K[n + i] - K[i]) / h;
      const steepest = Math.max(d1, Number.isFinite(d2) ? d2 : d1);
      return Math.min(100 * h, steepest <= 1e-15 ? Math.max(1e-6, h * 1e-3) : (0.01 / steepest) ** 0.125, longest);
    },

    // After an accepted step: whether the last ones all were as long as stability allows, not accuracy. The last stage
    // and the result belong to the same time, so that they tell the slope of f.
    // Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.2.
    changes(h) {
      let [change, apart] = [0, 0];
      for (let i = 0; i < n; i++) { // `point` is still that of the last stage
        change += (K[STAGES * n + i] - K[(STAGES - 1) * n + i]) ** 2;
        apart += (next[i] - point[i]) ** 2;
      }
      if (apart > 0 && h * Math.sqrt(change / apart) > EDGE) [hits, clear] = [hits + 1, 0];
      else if (++clear >= CLEAR) hits = 0;
      return hits >= HITS;
    },

    // Coefficients of the polynomial inside the step; the one of order 7 needs three more stages.
    interpolate(t, h) {
      for (let s = STAGES + 1; s < WIDTH && !rough; s++) stage(s, t, h, aside);
      for (let i = 0; i < n; i++) {
        const place = i * DEGREE;
        F[place] = next[i] - x[i];
        F[place + 1] = h * K[i] - F[place];
        F[place + 2] = 2 * F[place] - h * K[STAGES * n + i] - h * K[i];
      }
      polynomials[Number(rough)](n, K, h, F);
    },

    // The state at a share of the step.
    write(theta, values, place = 0) {
      const rest = 1 - theta;
      for (let i = 0, p = 0; i < n; i++, p += DEGREE) {
        const inner = F[p + 3] + theta * (F[p + 4] + rest * (F[p + 5] + theta * F[p + 6]));
        values[place + i] = x[i] + theta * (F[p] + rest * (F[p + 1] + theta * (F[p + 2] + rest * inner)));
      }
    },
  };
}
