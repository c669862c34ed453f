// Players without a kernel. A place in the page names a script with the stored state of a widget; when it comes near the
// window, the script is loaded, and the widget's own module draws. Scripts and blobs work from file://, too.
(() => {
  const PATIENCE = 2000; // ms
  const folder = (document.documentElement.dataset.content_root ?? "./") + "_static/players/";
  const early = window.mechanicsEarly ?? {}; // what came before this script: layout.html
  const wanted = {};
  const loading = {};
  const modules = {};
  // Every such script calls this.
  window.mechanicsBook = (name, content) => (wanted[name] ? wanted[name](content) : (early[name] = content));

  const load = (name) => (loading[name] ??= new Promise((resolve, reject) => {
    if (early[name]) return resolve(early[name]);
    wanted[name] = resolve;
    const script = document.createElement("script");
    const lost = () => (delete loading[name], reject(new Error(`${name}.js was not found`))); // to be tried again
    Object.assign(script, { src: `${folder}${name}.js`, onerror: lost });
    document.head.append(script);
  }));

  const front = (name) => (modules[name] ??= load(name).then(opened).then(({ esm, css }) => {
    document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
    return import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })));
  }));

  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

  const inflated = (text) =>
    new Response(new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("deflate")));

  // What is long is deflated.
  const opened = (content) => (content?.packed ? inflated(content.packed).json() : content);

  // The rows of a run, as docs/book/players.py has packed them: sums of sums of sums.
  const NONE = 2 ** 16 + 1;
  const unpacked = async (text, { count, columns }) => {
    const { buffer } = new Uint8Array(await inflated(text).arrayBuffer());
    const [low, step] = [new Float64Array(buffer, 0, columns), new Float64Array(buffer, 8 * columns, columns)];
    const planes = new Uint8Array(buffer, 16 * columns);
    const size = count * columns;
    const rows = new Float32Array(size);
    for (let column = 0; column < columns; column++) {
      let [second, first, whole] = [0, 0, 0];
      for (let k = 0; k < count; k++) {
        const place = column * count + k;
        const change = planes[place] | (planes[size + place] << 8) | (planes[2 * size + place] << 16) | (planes[3 * size + place] << 24);
        second += (change >>> 1) ^ -(change & 1);
        first += second;
        whole += first;
        rows[k * columns + column] = whole === NONE ? NaN : low[column] + step[column] * whole;
      }
    }
    return new DataView(rows.buffer);
  };

  // What a front end of anywidget talks to, without `send`: there is nobody to answer.
  const widgetModel = (state, space) => {
    const values = { ...state, space: space && "IPY_MODEL_space" };
    const listeners = {};
    return {
      get: (name) => values[name],
      set: (name, value) => {
        values[name] = value;
        for (const action of listeners[`change:${name}`] ?? []) action();
      },
      on: (event, action) => (listeners[event] ??= []).push(action),
      off: (event, action) => (listeners[event] = (listeners[event] ?? []).filter((other) => other !== action)),
      save_changes: () => {},
      widget_manager: { get_model: () => mechanicsBook.moving.then(() => load(space)).then(opened).then((code) => ({ get: () => code })) },
    };
  };

  // Returns a function that ends what was started.
  const start = async (place) => {
    try {
      const { player, front: drawing, space, model: equations } = place.dataset;
      const [state, { default: widget }] = await Promise.all([load(player), front(drawing)]);
      const quiet = place.matches(".book-still, .tag_quiet *") && { autoplay: false, prediction: undefined };
      const spec = { ...state.spec, ...quiet };
      if (equations) spec.model = { ...spec.model, load: () => load(equations).then(opened) }; // once a slider is touched
      const values = state.run ? { ...state, spec, data: await unpacked(state.data, state.run) } : state;
      const text = [...place.childNodes];
      const end = await widget.render({ model: widgetModel(values, space), el: place });
      for (const node of text) node.remove();
      place.dispatchEvent(new Event("book-player", { bubbles: true })); // numbers.js
      return end;
    } catch (problem) {
      place.append(Object.assign(document.createElement("p"), { role: "alert", textContent: `No simulation: ${problem.message}` }));
    }
  };

  mechanicsBook.start = start; // living.js, and the strips for paper

  const places = [...document.querySelectorAll(".book-player")];
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) near.unobserve(target), start(target);
    }
  }, { rootMargin: "600px" });

  // --- what comes first: the first simulation of the page, wherever it stands -------------------------------------------
  // What can wait, waits until it moves; or, on a slow connection or in a page that nobody sees, for some time.
  const moved = async () => {
    await start(places[0]);
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame); // it plays from the third one on
  };
  const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE));
  mechanicsBook.moving = places.length ? Promise.race([moved(), patience()]) : Promise.resolve();

  // --- what comes later: the other simulations; then the scripts that the page marks, of its theme and for its formulas -
  const run = ({ src }) => new Promise((resolve) => {
    document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve, onerror: resolve }));
  });
  const rest = async () => {
    await mechanicsBook.moving;
    for (const place of places.slice(1)) near.observe(place);
    for (const part of ["body", "head"]) {
      for (const script of document[part].querySelectorAll("script[type='text/x-later']")) await run(script);
    }
    await mechanicsBook.mathematics; // mathematics.js
  };
  Object.assign(mechanicsBook, { opened, run, complete: rest() });
})();
