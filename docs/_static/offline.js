// The book without a network: pages that were read are kept by the service worker, and all others if the reader asks for
// them in `.book-offline`. From a folder (file://) and where browsers refuse service workers this does nothing.
(() => {
  if (!location.protocol.startsWith("http")) return;
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  document.head.append(Object.assign(document.createElement("link"), {
    rel: "manifest", href: new URL("manifest.webmanifest", root).href,
  }));
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;

  const MB = 1e6;
  const CHUNK = 4 * MB; // asked for at once
  const german = document.documentElement.lang === "de";
  const WORDS = german ? {
    keep: (size) => `Das ganze Buch auf diesem Gerät behalten (${size} MB)`,
    remove: "Wieder von diesem Gerät entfernen",
    all: "Das ganze Buch ist auf diesem Gerät und braucht kein Netz mehr.",
    some: (done, all) => `${done} von ${all} MB sind auf diesem Gerät: die Seiten, die Sie geöffnet haben.`,
    going: (done, all) => `${done} von ${all} MB …`,
    storage: (done, all) => `Der Speicher des Browsers ist voll oder abgeschaltet: ${done} von ${all} MB sind auf diesem Gerät. Diese Seiten bleiben lesbar; schaffen Sie Platz, um den Rest zu laden.`,
    network: (done, all) => `Das Netz ist weg: ${done} von ${all} MB sind auf diesem Gerät. Drücken Sie noch einmal, wenn es wieder da ist.`,
    version: (done, all) => `Auf dem Server liegt inzwischen ein neueres Buch: ${done} von ${all} MB sind auf diesem Gerät. Laden Sie diese Seite neu, und drücken Sie noch einmal.`,
    update: "Es gibt eine neuere Fassung dieses Buchs.", reload: "Seite neu laden",
  } : {
    keep: (size) => `Keep the whole book on this device (${size} MB)`,
    remove: "Remove it from this device",
    all: "The whole book is on this device and needs no network.",
    some: (done, all) => `${done} of ${all} MB are on this device: the pages you have opened.`,
    going: (done, all) => `${done} of ${all} MB …`,
    storage: (done, all) => `The browser's storage is full or switched off: ${done} of ${all} MB are on this device. These pages can still be read; free some space to load the others.`,
    network: (done, all) => `The network is gone: ${done} of ${all} MB are on this device. Press the button again when it is back.`,
    version: (done, all) => `The server has a newer book by now: ${done} of ${all} MB are on this device. Reload this page and press the button again.`,
    update: "There is a newer version of this book.", reload: "Reload the page",
  };

  const element = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);
  const ask = (worker, message) => new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => ("result" in data ? resolve(data.result) : reject(new Error(data.problem)));
    worker.postMessage(message, [port2]);
  });

  // --- the whole book, on the page that offers it -----------------------------------------------------------------------
  const offer = (worker, place) => {
    const state = element("p");
    state.setAttribute("role", "status");
    const bar = element("progress", { max: 1, hidden: true });
    bar.setAttribute("aria-label", german ? "geladen" : "loaded");
    const keep = element("button", { type: "button", className: "book-button" });
    const remove = element("button", { type: "button", className: "book-button", textContent: WORDS.remove });
    let total = 0;
    const megabytes = (size) => (size / MB).toFixed(size < 10 * MB ? 1 : 0);
    const look = async () => {
      const list = await ask(worker(), { kind: "list" }).catch(() => []); // the storage is refused
      const sum = (some) => some.reduce((size, file) => size + file.size, 0);
      total = sum(list) || total;
      return { missing: list.filter(({ kept }) => !kept), done: sum(list.filter(({ kept }) => kept)) };
    };
    const show = ({ missing, done }, why) => {
      const whole = total > 0 && !missing.length;
      state.textContent = why ? WORDS[why](megabytes(done), megabytes(total))
        : whole ? WORDS.all : WORDS.some(megabytes(done), megabytes(total));
      keep.textContent = WORDS.keep(megabytes(total));
      Object.assign(keep, { hidden: whole, disabled: false });
      Object.assign(remove, { hidden: !done, disabled: false });
      bar.hidden = true;
    };
    const load = async (missing, begun) => {
      let [done, queue] = [begun, [...missing]];
      while (queue.length) {
        const chunk = [];
        for (let size = 0; queue.length && size < CHUNK;) size += (chunk.push(queue.shift()), chunk.at(-1).size);
        const reasons = await ask(worker(), { kind: "keep", addresses: chunk.map(({ address }) => address) });
        const why = ["storage", "network", "version"].find((reason) => reasons.includes(reason));
        if (why) return why;
        done += chunk.reduce((size, file) => size + file.size, 0);
        bar.value = done / total;
        state.textContent = WORDS.going(megabytes(done), megabytes(total));
      }
      return "";
    };
    keep.onclick = async () => {
      Object.assign(keep, { disabled: true });
      Object.assign(remove, { disabled: true });
      bar.hidden = false;
      await navigator.storage?.persist?.().catch(() => false); // else a browser may clear it when it needs space
      const { missing, done } = await look();
      const why = await load(missing, done).catch(() => "storage");
      show(await look(), why);
    };
    remove.onclick = async () => {
      await ask(worker(), { kind: "remove" });
      show(await look());
    };
    place.replaceChildren(state, bar, keep, " ", remove);
    return look().then(show);
  };

  // --- what every page does ---------------------------------------------------------------------------------------------
  const told = () => {
    if (document.querySelector(".book-update")) return;
    const place = element("p", { className: "book-update" });
    place.setAttribute("role", "status");
    const reload = element("button", { type: "button", className: "book-button", textContent: WORDS.reload });
    reload.onclick = () => location.reload();
    document.body.append(place);
    place.append(WORDS.update, " ", reload);
  };

  const start = async () => {
    await window.mechanicsBook?.complete;
    const before = navigator.serviceWorker.controller;
    if (before) navigator.serviceWorker.addEventListener("controllerchange", told, { once: true });
    await navigator.serviceWorker.register(new URL("service-worker.js", root), { scope: root.pathname, updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    const worker = () => navigator.serviceWorker.controller ?? active;
    if (!before) { // what this page has loaded without the worker
      const addresses = [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];
      await ask(worker(), { kind: "keep", addresses });
    }
    const place = document.querySelector(".book-offline");
    if (place) await offer(worker, place);
    document.documentElement.dataset.offline = "ready";
  };
  start().catch((problem) => console.info(`mechanics: no pages are kept for reading without a network (${problem.message})`));
})();
