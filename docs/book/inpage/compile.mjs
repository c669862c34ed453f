// node compile.mjs NODE_MODULES FOLDER...: compiles the Python files of folders for the page, each beside its source.
// Docstrings are left out: they are two thirds of what a reader would wait for.
const [modules, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(`${modules}/pyodide/pyodide.mjs`);
const python = await loadPyodide();
python.FS.mkdir("/sources");
folders.forEach((root, k) => {
  python.FS.mkdir(`/sources/${k}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/sources/${k}`);
});
await python.runPythonAsync(`
import ast, importlib._bootstrap_external as importing, warnings
from pathlib import Path

warnings.simplefilter("ignore")
DOCUMENTED = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef

def strip(statements):
    for node in statements:  # expressions have no docstrings, and are most of a tree
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[0].value.value = ""
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            strip(getattr(node, part, ()))

for folder in Path("/sources").iterdir():
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_bytes())
        strip(tree.body)
        code = compile(tree, f"/lib/{path.relative_to(folder)}", "exec", dont_inherit=True)
        path.with_suffix(".pyc").write_bytes(importing._code_to_hash_pyc(code, bytes(8), False))
`);
