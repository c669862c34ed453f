// Long equations come as WebAssembly, which runs fast from its first call on: functions of one number, the time, that find
// the states and the constants in a memory and leave their results there.

import { Refusal } from "./budget.js";

const missing = () => { // costly: where there is a kernel, it can do it
  throw new Refusal("This browser runs no WebAssembly, which new runs of this simulation need.", { costly: true });
};

// `code` is the module, with `n` states, `c` constants and `m` results at the beginning of its memory. Returns what makes
// one of its functions, with its constants, write its `count` results for the state x into y from `place` on.
export function machine(code, n, c, m) {
  if (typeof WebAssembly === "undefined") return missing;
  const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0));
  const { memory, ...functions } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { Math }).exports;
  const [states, constants, results] = [[0, n], [n, c], [n + c, m]].map(([at, size]) => new Float64Array(memory.buffer, 8 * at, size));
  let known = null; // constants that the memory holds
  return (number, count, mine) => {
    const compute = functions[`f${number}`];
    return (x, t, y, place) => {
      if (known !== mine) constants.set((known = mine));
      for (let i = 0; i < n; i++) states[i] = x[i];
      compute(t);
      for (let i = 0; i < count; i++) y[place + i] = results[i];
    };
  };
}
