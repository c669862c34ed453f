// The side of a worker: runs of one model, off the thread that draws. It computes one request at a time, to the end;
// solver.js ends the whole worker where nobody waits for the result any more.

import { Refusal } from "./budget.js";
import { BrowserModel } from "./model.js";

export function serve(port) {
  let model = null;
  port.onmessage = ({ data: { spec, scene, request } }) => {
    if (spec) model = new BrowserModel(spec, scene);
    if (request) port.postMessage(answer(() => model.run(settingsOf(model, request), request.before, request.cost)));
  };
}

// The settings of a request, after its drag.
export function settingsOf(model, { settings, drag }) {
  return drag ? { ...settings, ...model.dragged(settings, drag) } : settings;
}

// What a computation gives, or why it does not, as plain data.
export function answer(compute) {
  try {
    return { made: compute() };
  } catch (problem) {
    return refused(problem);
  }
}

export function refused(problem) {
  const { message, sentence, advice, costly } = problem;
  return { problem: { message, sentence, advice, costly, known: problem instanceof Refusal } };
}
