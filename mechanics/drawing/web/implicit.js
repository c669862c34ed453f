// The implicit Runge-Kutta method of order 5 by Radau (IIA), for stiff equations: fast motion that has died out long ago
// does not limit its step. Each step solves for three stages by Newton's method with a Jacobian of differences; a change of
// variables makes one real and one complex system of linear equations out of the three.
// Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8.

const S6 = Math.sqrt(6);
const [R3, R9] = [3 ** (1 / 3), 3 ** (2 / 3)];
export const RC = [(4 - S6) / 10, (4 + S6) / 10, 1];
export const RE = [(-13 - 7 * S6) / 3, (-13 + 7 * S6) / 3, -1 / 3];
// eigenvalues of the inverse of the method's matrix, and the matrix of its eigenvectors with its inverse
export const [MU, ALPHA, BETA] = [3 + R9 - R3, 3 + (R3 - R9) / 2, -(3 ** (5 / 6) + 3 ** (7 / 6)) / 2];
export const T = [
  [.09443876248897524, -.14125529502095421, .03002919410514742],
  [.25021312296533332, .20412935229379994, -.38294211275726192],
  [1, 1, 0]];
export const TI = [
  [4.17871859155190428, .32768282076106237, .52337644549944951],
  [-4.17871859155190428, -.32768282076106237, .47662355450055044],
  [.50287263494578682, -2.57192694985560522, .59603920482822492]];
export const P = [ // of the polynomial through the stages
  [13 / 3 + 7 * S6 / 3, -23 / 3 - 22 * S6 / 3, 10 / 3 + 5 * S6],
  [13 / 3 - 7 * S6 / 3, -23 / 3 + 22 * S6 / 3, 10 / 3 - 5 * S6],
  [1 / 3, -8 / 3, 10 / 3]];

const NEWTON = 6; // iterations
const [LEAST, GREATEST, SAME] = [0.2, 10, 1.2]; // a step that would grow less than SAME stays, with its factors
const FINEST = 1e-9; // tolerance: a method of order 5 would need far too many steps for a finer one
const EASY = 20; // steps in succession that an explicit method could make as well

export function implicit(f, x, next, tolerance) {
  const n = x.length;
  const tol = Math.max(FINEST, tolerance);
  const enough = Math.max(1e-14 / tol, Math.min(0.03, Math.sqrt(tol)));
  const vector = (size) => new Float64Array(size);
  const [K, rates, point, shifted, error, rows] = Array.from({ length: 6 }, () => vector(n));
  const [Z, W, F, Q] = Array.from({ length: 4 }, () => [vector(n), vector(n), vector(n)]);
  const J = vector(n * n);
  const [real, both] = [linear(n), linear(2 * n)];
  const pair = vector(2 * n);
  let [fresh, factored, iterations, slow, easy, tried] = [false, 0, 0, false, 0, 0]; // factored: the step size that the factors hold for
  let before = null; // step and error of the last accepted step; its polynomial is in Q

  const scale = (i) => tol * (1 + Math.max(Math.abs(x[i]), Math.abs(next[i])));
  const norm = (values) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += (values[i] / scale(i)) ** 2;
    return Math.sqrt(sum / n);
  };

  function differentiate(t) {
    point.set(x);
    for (let j = 0; j < n; j++) {
      point[j] = x[j] + Math.sqrt(2.2e-16 * Math.max(1e-5, Math.abs(x[j])));
      f(point, t, shifted, 0);
      for (let i = 0; i < n; i++) J[i * n + j] = (shifted[i] - K[i]) / (point[j] - x[j]);
      point[j] = x[j];
    }
    [fresh, factored] = [true, 0];
  }

  // The matrices mu/h - J, and (alpha + i beta)/h - J as a real one of twice the size.
  function factorize(h) {
    const [mu, alpha, beta] = [MU / h, ALPHA / h, BETA / h];
    for (let i = 0; i < n; i++) {
      const [above, below] = [2 * n * i, 2 * n * (n + i)];
      for (let j = 0; j < n; j++) {
        const slope = -J[i * n + j];
        real.M[i * n + j] = both.M[above + j] = both.M[below + n + j] = slope;
        both.M[above + n + j] = both.M[below + j] = 0;
      }
      real.M[i * n + i] += mu;
      both.M[above + i] += alpha;
      both.M[below + n + i] += alpha;
      [both.M[above + n + i], both.M[below + i]] = [-beta, beta];
    }
    factored = real.factor() && both.factor() ? h : 0;
    return factored !== 0;
  }

  // Newton's iteration for the stages x + Z; whether it converges.
  function solve(t, h) {
    next.set(x);
    for (let s = 0; s < 3; s++) {
      for (let i = 0; i < n; i++) {
        const u = before ? 1 + (RC[s] * h) / before.h : 0; // the last polynomial, continued
        Z[s][i] = before ? before.x[i] - x[i] + u * (Q[0][i] + u * (Q[1][i] + u * Q[2][i])) : 0;
      }
    }
    mix(TI, Z, W);
    let [size, rate] = [0, 0];
    for (iterations = 1; iterations <= NEWTON; iterations++) {
      for (let s = 0; s < 3; s++) {
        for (let i = 0; i < n; i++) point[i] = x[i] + Z[s][i];
        f(point, t + RC[s] * h, F[s], 0);
      }
      for (let i = 0; i < n; i++) {
        rows[i] = mixed(TI[0], F, i) - (MU / h) * W[0][i];
        pair[i] = mixed(TI[1], F, i) - (ALPHA * W[1][i] - BETA * W[2][i]) / h;
        pair[n + i] = mixed(TI[2], F, i) - (ALPHA * W[2][i] + BETA * W[1][i]) / h;
      }
      real.solve(rows);
      both.solve(pair);
      let sum = 0;
      for (let i = 0; i < n; i++) sum += (rows[i] ** 2 + pair[i] ** 2 + pair[n + i] ** 2) / scale(i) ** 2;
      const change = Math.sqrt(sum / (3 * n));
      if (!Number.isFinite(change)) return false;
      rate = iterations > 1 ? change / size : 0;
      if (rate >= 1 || (iterations > 1 && (rate ** (NEWTON - iterations) / (1 - rate)) * change > enough)) return false;
      for (let i = 0; i < n; i++) (W[0][i] += rows[i], W[1][i] += pair[i], W[2][i] += pair[n + i]);
      mix(T, W, Z);
      slow = iterations > 2 && rate > 1e-3;
      if (change === 0 || (iterations > 1 && (rate / (1 - rate)) * change < enough)) return true;
      size = change;
    }
    return false;
  }

  // Combinations of three rows.
  const mixed = (weights, from, i) => weights[0] * from[0][i] + weights[1] * from[1][i] + weights[2] * from[2][i];
  function mix(M, from, to) {
    for (let s = 0; s < 3; s++) for (let i = 0; i < n; i++) to[s][i] = mixed(M[s], from, i);
  }

  function estimate(start, h) {
    for (let i = 0; i < n; i++) error[i] = start[i] + (RE[0] * Z[0][i] + RE[1] * Z[1][i] + RE[2] * Z[2][i]) / h;
    real.solve(error);
    return norm(error);
  }

  return {
    K, // the rates at the start of the step

    begin(t) {
      f(x, t, K, 0);
      [before, fresh, factored] = [null, false, 0];
    },

    // The step to `next`; its error against the tolerances, below 1 if it is accepted, no number if there is no solution.
    attempt(t, h) {
      tried = h;
      if (!fresh && factored === 0) differentiate(t);
      for (;;) {
        const solved = (factored === h || factorize(h)) && solve(t, h);
        if (solved) break;
        if (fresh) return (factored = 0), NaN;
        differentiate(t);
      }
      for (let i = 0; i < n; i++) next[i] = x[i] + Z[2][i];
      const size = estimate(K, h);
      if (size < 1) return size;
      for (let i = 0; i < n; i++) point[i] = x[i] + error[i];
      f(point, t, shifted, 0);
      return estimate(shifted, h);
    },

    // As in explicit.js; it also looks at the last accepted step.
    factor(error, rejected) {
      if (Number.isNaN(error)) return 0.5;
      const safety = (0.9 * (2 * NEWTON + 1)) / (2 * NEWTON + iterations);
      const trend = before && error > 0 ? (tried / before.h) * (before.error / error) ** 0.25 : 1;
      const factor = safety * (error > 0 ? Math.min(1, trend) * error ** -0.25 : GREATEST);
      if (!(error < 1)) return Math.max(LEAST, Math.min(0.9, factor));
      return !slow && factor >= 1 && factor < SAME ? 1 : Math.max(LEAST, Math.min(rejected ? 1 : GREATEST, factor));
    },

    accept(t, h, error) {
      for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) Q[k][i] = P[0][k] * Z[0][i] + P[1][k] * Z[1][i] + P[2][k] * Z[2][i];
      before = { h, error: Math.max(0.01, error), x: Float64Array.from(x) };
      x.set(next);
      f(x, t, K, 0);
      fresh = false;
      if (slow) factored = 0;
    },

    // After an accepted step: whether an explicit method could make such steps for some time already.
    changes(h) {
      let steepest = 0;
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < n; j++) sum += Math.abs(J[i * n + j]);
        steepest = Math.max(steepest, sum);
      }
      easy = h * steepest < 1 ? easy + 1 : 0;
      return easy >= EASY;
    },

    interpolate() {
      for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) Q[k][i] = P[0][k] * Z[0][i] + P[1][k] * Z[1][i] + P[2][k] * Z[2][i];
    },

    write(theta, values, place = 0) {
      for (let i = 0; i < n; i++) values[place + i] = x[i] + theta * (Q[0][i] + theta * (Q[1][i] + theta * Q[2][i]));
    },
  };
}

// A square system of linear equations: its triangular factors, with exchanges of rows.
function linear(n) {
  const M = new Float64Array(n * n);
  const order = new Int32Array(n);
  return {
    M,

    // The factors take the place of the matrix; false if it is singular.
    factor() {
      for (let k = 0; k < n; k++) {
        let best = k;
        for (let i = k + 1; i < n; i++) if (Math.abs(M[i * n + k]) > Math.abs(M[best * n + k])) best = i;
        order[k] = best;
        if (!(Math.abs(M[best * n + k]) > 0)) return false; // also no number
        if (best !== k) for (let j = 0; j < n; j++) [M[k * n + j], M[best * n + j]] = [M[best * n + j], M[k * n + j]];
        const row = k * n;
        for (let to = row + n; to < n * n; to += n) {
          const part = (M[to + k] /= M[row + k]);
          if (part !== 0) for (let j = k + 1; j < n; j++) M[to + j] -= part * M[row + j];
        }
      }
      return true;
    },

    // The solution takes the place of the right side.
    solve(b) {
      for (let k = 0; k < n; k++) if (order[k] !== k) [b[k], b[order[k]]] = [b[order[k]], b[k]];
      for (let i = 1; i < n; i++) for (let j = 0; j < i; j++) b[i] -= M[i * n + j] * b[j];
      for (let i = n - 1; i >= 0; i--) {
        for (let j = i + 1; j < n; j++) b[i] -= M[i * n + j] * b[j];
        b[i] /= M[i * n + i];
      }
    },
  };
}
