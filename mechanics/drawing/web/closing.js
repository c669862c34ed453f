// The start of a system with constraints: the position and the rates nearest to given ones at which closed loops close
// and rates meet their conditions, by Newton's method as on the Python side. No part of the player: Python puts this text
// before the programs of a system that needs it.

const ROUNDS = 50;

// `loops` writes the h conditions on the coordinates `names` and their Jacobian, `rates` the Jacobian of all m conditions
// on the rates and what remains without motion. Returns a program that writes [q, q'].
function closing(loops, rates, names, h, m) {
  const n = names.length;
  const largest = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const valuesOf = (write, x, t, size) => {
    const values = new Float64Array(size);
    write(x, t, values, 0);
    return values;
  };
  const found = (x) => names.map((name, i) => `${name} = ${short(x[i], 4)}`).join(", ");
  return (given, t, y, place) => {
    const x = Float64Array.from(given);
    const size = 1 + largest(x.slice(0, n));
    for (let round = 0; round < ROUNDS && h; round++) {
      const values = valuesOf(loops, x, t, h * (n + 1));
      const step = least(values.subarray(h), values.subarray(0, h), n);
      for (let i = 0; i < n; i++) x[i] -= step[i];
      if (largest(step) <= 1e-14 * size) break;
    }
    const values = valuesOf(loops, x, t, h * (n + 1));
    const open = largest(values.subarray(0, h));
    if (h && !(open <= 1e-9 * size * Math.max(1, largest(values.subarray(h))))) {
      throw new Refusal(`The loops do not close near the start; the search ended at ${found(x)} with ${short(open, 3)} left.`,
        { advice: "Give a start nearer to a position that exists, or check the lengths." });
    }
    const A = valuesOf(rates, x, t, m * (n + 1));
    const rest = (r) => x.slice(n).reduce((sum, v, i) => sum + A[r * n + i] * v, A[m * n + r]);
    const step = least(A, Float64Array.from({ length: m }, (_, r) => rest(r)), n);
    for (let i = 0; i < n; i++) x[n + i] -= step[i];
    const left = largest(Float64Array.from({ length: m }, (_, r) => rest(r)));
    if (!(left <= 1e-9 * (1 + largest(A) * (1 + largest(x.slice(n)))))) {
      throw new Refusal(`The constraints on the rates cannot be met at ${found(x)}: ${short(left, 3)} is left.`,
        { advice: "Start elsewhere." });
    }
    for (let i = 0; i < 2 * n; i++) y[place + i] = x[i];
  };
}

// The smallest step with J step = right; rows that follow from others do no harm.
function least(J, right, n) {
  const m = right.length;
  const row = (r) => J.subarray(r * n, (r + 1) * n);
  const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const S = Array.from({ length: m }, (_, r) => [...Array.from({ length: m }, (_, c) => dot(row(r), row(c))), right[r]]);
  const scale = Math.max(...S.map((line, r) => line[r]));
  const [weights, open] = [new Float64Array(m), new Set(S.keys())];
  const order = [];
  while (open.size) {
    const p = [...open].reduce((best, r) => (S[r][r] > S[best][best] ? r : best));
    open.delete(p);
    if (!(S[p][p] > 1e-20 * scale)) continue; // it follows from the others
    order.push(p);
    for (const r of open) {
      const factor = S[r][p] / S[p][p];
      for (let c = 0; c <= m; c++) S[r][c] -= factor * S[p][c];
    }
  }
  for (const p of order.reverse()) weights[p] = (S[p][m] - order.reduce((sum, c) => (c === p ? sum : sum + S[p][c] * weights[c]), 0)) / S[p][p];
  return Float64Array.from({ length: n }, (_, i) => weights.reduce((sum, w, r) => sum + w * J[r * n + i], 0));
}
