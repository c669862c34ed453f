// node index.mjs MODULES LIBRARY CONTENT INDEX: the index of the search, with the words and stems of the page itself.
// LIBRARY is the script that the page runs, CONTENT what docs/book/search/build.py has gathered.
import { readFileSync, writeFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [, library, content, target] = process.argv.slice(2);
const read = (path) => readFileSync(path, "utf-8");
runInThisContext(read(library));
const { documents, vocabulary, language } = JSON.parse(read(content));
const { words, terms, stems, fold } = bookSearchTerms;

// --- compounds: "Beschleunigung" finds "Führungsbeschleunigung" --------------------------------------------------------------
const LEAST = 5; // letters of a part that is looked for
const LINKS = ["", "s", "es", "n", "en", "er", "e"];
const german = new Set(vocabulary.map((word) => stems(word).de).filter((stem) => stem.length > 2));
for (const word of vocabulary) german.add(fold(word));
const isHead = (text) => LINKS.some((link) => text.endsWith(link) && german.has(text.slice(0, text.length - link.length)));
const split = new Map();
const parts = (stem) => {
  if (split.has(stem)) return split.get(stem);
  const found = new Set();
  split.set(stem, found);
  for (let k = 3; k <= stem.length - LEAST; k++) {
    const [head, tail] = [stem.slice(0, k), stem.slice(k)];
    if (!german.has(tail) || !(isHead(head) || tail.length > 7)) continue;
    found.add(tail);
    for (const part of parts(tail)) found.add(part);
    for (const link of LINKS.filter((one) => head.endsWith(one))) {
      for (const part of parts(head.slice(0, head.length - link.length))) found.add(part);
    }
  }
  return found;
};

// --- the terms of each document, by field --------------------------------------------------------------------------------------
const termsOf = (text, tongue) => words(text ?? "").flatMap((word) => terms(word, tongue));
const fields = ({ title, above, text, symbols, code, german: foreign, number, lang }, id) => {
  const tongue = lang ?? language;
  // Whole words as well as stems: "Gleichung" keeps its ending, "Frequenzgleichung" loses it.
  const de = words(tongue === "de" ? `${title} ${text}` : foreign ?? "").flatMap((word) => [stems(word).de, fold(word)]);
  return {
    id,
    title: [...termsOf(title, tongue), ...(tongue === "de" ? [] : termsOf(foreign, "de"))],
    above: termsOf(above, tongue),
    text: termsOf(text, tongue),
    symbols: termsOf(symbols, tongue),
    code: [...new Set(termsOf(code, tongue))],
    parts: [...new Set(de.flatMap((stem) => (stem.length > 7 ? [...parts(stem)] : [])))],
    number: number ? [fold(number)] : [],
  };
};
const index = new MiniSearch(bookSearchOptions);
index.addAll(documents.map(fields).map((one) => Object.fromEntries(
  Object.entries(one).map(([name, value]) => [name, Array.isArray(value) ? value.join(" ") : value]))));
const shown = documents.map(({ url, title, page, text, kind, lang }) => [url, title, page, text, kind, ...(lang ? [lang] : [])]);
writeFileSync(target, JSON.stringify({ shown, index }));
