// node time-courses.mjs MODULES FRONT ASKED ANSWERS: what moves in each stored simulation, in the words of its own front end.
// FRONT is a module of the player, ASKED a JSON list of files of docs/book/players.py, ANSWERS a list of lists of sentences.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";

const [, front, asked, answers] = process.argv.slice(2);
const { told, speak } = await import(pathToFileURL(front));

// The rows of a run, as docs/book/players.py has packed them.
const unpacked = (text, { count, columns }) => {
  const planes = inflateSync(Buffer.from(text, "base64"));
  const [size, bits] = [count * columns, new Int32Array(count * columns)];
  for (let place = 0; place < size; place++) {
    const [k, column] = [place % count, Math.floor(place / count)];
    const step = planes[place] | (planes[size + place] << 8) | (planes[2 * size + place] << 16) | (planes[3 * size + place] << 24);
    bits[k * columns + column] = (k ? bits[(k - 1) * columns + column] : 0) + ((step >>> 1) ^ -(step & 1));
  }
  return new Float32Array(bits.buffer);
};

const result = JSON.parse(readFileSync(asked, "utf-8")).map((file) => {
  const text = readFileSync(file, "utf-8");
  const { spec, run, data } = JSON.parse(text.slice(text.indexOf(",") + 1, text.lastIndexOf(")")));
  if (!run) return [];
  speak(spec.words);
  return told(spec, { ...run, data: unpacked(data, run) });
});
writeFileSync(answers, JSON.stringify(result));
