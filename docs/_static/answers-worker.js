// Python in the page: Pyodide with sympy and the course's own checks, in a worker, so that the page can stop it.
let python;
let page;
let run;

const read = async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${new URL(address).pathname} was not found`);
  return response;
};

const actions = {
  async open({ base, task }) {
    const [{ loadPyodide }, packages, ours, { more }] = await Promise.all([
      import(`${base}pyodide.mjs`),
      read(`${base}packages.zip`).then((response) => response.arrayBuffer()),
      read(`${base}ours.zip`).then((response) => response.arrayBuffer()),
      read(`${base}manifest.json`).then((response) => response.json()),
    ]);
    python = await loadPyodide({ indexURL: base });
    for (const archive of [packages, ours]) python.unpackArchive(archive, "zip", { extractDir: "/lib/course" });
    const wanted = more.filter((name) => task.includes(`import ${name}`) || task.includes(`from ${name}`));
    if (wanted.length) await python.loadPackage(wanted);
    const module = python.runPython("import sys; sys.path.insert(0, '/lib/course'); from inpage import page; page");
    page = module.opened(task);
    run = module.run;
  },
  run({ answers, target }) {
    run(page, answers, target, (id, outputs) => postMessage({ kind: "cell", id, outputs: JSON.parse(outputs) }));
  },
};

onmessage = async ({ data }) => {
  try {
    await actions[data.kind](data);
    postMessage({ kind: "done" });
  } catch (problem) {
    postMessage({ kind: "failed", reason: String(problem.message ?? problem).trim().split("\n").pop() });
  }
};
