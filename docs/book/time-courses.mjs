// node time-courses.mjs MODULES FRONT ASKED ANSWERS: what moves in each stored simulation, in the words of its own front end.
// FRONT is a module of the player, ASKED a JSON list of runs of docs/book/time_courses.py, ANSWERS a list of lists of sentences.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, front, asked, answers] = process.argv.slice(2);
const { told, speak } = await import(pathToFileURL(front));

const result = JSON.parse(readFileSync(asked, "utf-8")).map(({ spec, run, data }) => {
  if (!run) return [];
  speak(spec.words);
  const bytes = Uint8Array.from(Buffer.from(data, "base64")); // of its own, from whose beginning numbers can be read
  return told(spec, { ...run, data: new Float32Array(bytes.buffer) });
});
writeFileSync(answers, JSON.stringify(result));
