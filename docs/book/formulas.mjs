// node formulas.mjs MODULES ASKED ANSWERS: MathML for each formula in LaTeX, by the MathJax that the pages are set with.
// ASKED is a JSON list of [LaTeX, displayed], ANSWERS the list of what came out.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, asked, answers] = process.argv.slice(2);
const MathJax = createRequire(`${modules}/`)("mathjax");
await MathJax.init({ loader: { load: ["input/tex"] } });
const result = [];
for (const [text, display] of JSON.parse(readFileSync(asked, "utf-8"))) {
  result.push(await MathJax.tex2mmlPromise(text, { display }));
}
writeFileSync(answers, JSON.stringify(result));
