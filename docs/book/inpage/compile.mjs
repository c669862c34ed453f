// node compile.mjs PYODIDE FOLDER: compiles all Python files of a folder for the Python of the page, each beside its source.
// Docstrings are left out: they are two thirds of what a reader would wait for.
const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide();
python.FS.mkdir("/sources");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/sources");
await python.runPythonAsync(`
import ast, importlib._bootstrap_external as importing, warnings
from pathlib import Path

warnings.simplefilter("ignore")
for path in Path("/sources").rglob("*.py"):
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and ast.get_docstring(node, clean=False) is not None:
            node.body[0].value.value = ""
    place = path.relative_to("/sources")
    code = compile(tree, f"/lib/{place}", "exec", dont_inherit=True)
    path.with_suffix(".pyc").write_bytes(importing._code_to_hash_pyc(code, bytes(8), False))
`);
