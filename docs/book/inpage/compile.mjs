// node compile.mjs PYODIDE FOLDER: compiles all Python files of a folder for the Python of the page, each beside its source.
const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide();
python.FS.mkdir("/sources");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/sources");
const done = await python.runPythonAsync(`
import compileall, warnings
warnings.simplefilter("ignore")
compileall.compile_dir("/sources", stripdir="/sources", prependdir="/lib", quiet=2, legacy=True, force=True,
                       invalidation_mode=compileall.py_compile.PycInvalidationMode.UNCHECKED_HASH)
`);
process.exit(done ? 0 : 1);
