// node verdicts.mjs PYODIDE FOLDER JOBS: what the Python of the page says of answers; FOLDER has the archives of the book.
import { readFileSync } from "node:fs";

const [pyodide, folder, jobs] = process.argv.slice(2);
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide();
for (const name of ["packages", "ours"]) {
  python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${name}.zip`)), "zip", { extractDir: "/lib/course" });
}
python.globals.set("jobs", readFileSync(jobs, "utf8"));
python.globals.set("source", readFileSync(new URL("verdicts.py", import.meta.url), "utf8"));
process.stdout.write(python.runPython(`
import json, sys
sys.path.insert(0, "/lib/course")
from inpage.page import Page
space = {"__name__": "verdicts"}
exec(source, space)
json.dumps(space["verdicts"](Page, json.loads(jobs)))
`));
