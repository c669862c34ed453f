// Long equations come as WebAssembly, which runs fast from its first call on: functions of one number, the time, that find
// the states and the constants in a memory and leave their results there.

import { Refusal } from "./budget.js";

const missing = () => { // costly: where there is a kernel, it can do it
  throw new Refusal("This browser runs no WebAssembly, which new runs of this simulation need.", { costly: true });
};

// `code` is the module, with `n` states, `c` constants and `m` results at the beginning of its memory. Returns what makes
// one of its functions, with its constants, write its `count` results for the state x into y, 64-bit floats, from `place` on.
export function machine(code, n, c, m) {
  if (typeof WebAssembly === "undefined") return missing;
  const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0));
  const { memory, ...functions } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { Math }).exports;
  const [states, constants, results] = [[0, n], [n, c], [n + c, m]].map(([at, size]) => new Float64Array(memory.buffer, 8 * at, size));
  let known = null; // constants that the memory holds
  return (number, count, mine) => {
    const [compute, made] = [functions[`f${number}`], results.subarray(0, count)];
    return (x, t, y, place) => {
      if (known !== mine) constants.set((known = mine));
      states.set(x.length > n ? x.slice(0, n) : x); // the last ones may not be needed
      compute(t);
      y.set(made, place);
    };
  };
}
