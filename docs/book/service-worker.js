// The book without a network. `docs/book/offline.py` puts the list of its files before these lines: BOOK.files tells of
// each its hash and size, so that a file that changed with a newer book is fetched again and all others are not. What a
// reader has seen is kept; everything, if they ask for it. What does not have the listed hash is shown, but not kept.
const root = new URL("./", self.location).href;
const store = `book ${root}`; // other books of the same server have theirs
const { files, shell } = BOOK;

const addressOf = (name) => root + name.split("/").map(encodeURIComponent).join("/");
const keyOf = (name) => `${addressOf(name)}?${files[name][0]}`;
const nameOf = (address) => {
  if (!address.startsWith(root)) return undefined;
  const path = decodeURIComponent(new URL(address).pathname).slice(decodeURIComponent(new URL(root).pathname).length);
  return [path, `${path}index.html`, `${path}.html`].find((name) => Object.hasOwn(files, name));
};

// From the network, past the browser's own cache. A page may not be answered by a response that was redirected, as servers
// do that leave out the ending of names.
const fetched = async (name) => {
  const response = await fetch(addressOf(name), { cache: "no-cache" });
  const { status, statusText, headers } = response;
  return response.redirected ? new Response(response.body, { status, statusText, headers }) : response;
};

const hash = async (response) => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

const put = async (name, response) => {
  const cache = await caches.open(store);
  try {
    await cache.put(keyOf(name), response.clone());
  } catch (problem) {
    if (!(await cache.delete(addressOf(name), { ignoreSearch: true }))) throw problem;
    await cache.put(keyOf(name), response); // the storage is full, and an older one made room
  }
};

const kept = async (name, options) => {
  try {
    return await (await caches.open(store)).match(options ? addressOf(name) : keyOf(name), options);
  } catch {
    return undefined; // the storage is refused
  }
};

// Says what kept a file from being kept: nothing, another version on the server, a full storage, the network.
const keep = async (name, response) => {
  try {
    if (await kept(name)) return "";
    response ??= await fetched(name);
  } catch {
    return "network";
  }
  if (!response.ok || (await hash(response.clone())) !== files[name][0]) return "version";
  try {
    await put(name, response);
    return "";
  } catch {
    return "storage";
  }
};

const keepAll = async (names) => {
  const queue = [...names];
  const reasons = [];
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) reasons.push(await keep(name));
  };
  await Promise.all([1, 2, 3, 4].map(work));
  return reasons;
};

const away = () => {
  const text = BOOK.language === "de"
    ? ["Diese Seite ist hier noch nicht gespeichert", "Es gibt gerade kein Netz, und diese Seite wurde auf diesem Gerät noch nie geöffnet.", "Zur Startseite"]
    : ["This page is not kept here yet", "There is no network now, and this page has never been opened on this device.", "To the first page"];
  const body = `<!doctype html><html lang="${BOOK.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`
    + `<meta name="color-scheme" content="light dark"><title>${text[0]}</title><body style="font: 1.1rem/1.5 system-ui; margin: 10vh auto; max-width: 34rem; padding: 0 1rem">`
    + `<h1 style="font-size: 1.5rem">${text[0]}</h1><p>${text[1]}</p><p><a href="${root}index.html">${text[2]}</a></p></body></html>`;
  return new Response(body, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
};

const answer = async (event, name) => {
  const here = await kept(name);
  if (here) return here;
  try {
    const response = await fetched(name);
    if (response.ok) event.waitUntil(keep(name, response.clone()));
    return response;
  } catch {
    const older = await kept(name, { ignoreSearch: true });
    if (older) return older;
    return event.request.mode === "navigate" ? away() : Response.error();
  }
};

self.addEventListener("fetch", (event) => {
  const name = event.request.method === "GET" ? nameOf(event.request.url) : undefined;
  if (name !== undefined) event.respondWith(answer(event, name));
});

// --- a newer book: what is kept of the older one is brought up to date, and takes over at once ------------------------
const keptNames = async () => {
  try {
    const requests = await (await caches.open(store)).keys();
    return requests.map(({ url }) => nameOf(url)).filter((name) => name !== undefined);
  } catch {
    return [];
  }
};

const renew = async () => {
  await keepAll(new Set([...shell, ...(await keptNames())]));
  await self.skipWaiting();
};

const sweep = async () => {
  await self.clients.claim();
  try {
    const cache = await caches.open(store);
    for (const { url } of await cache.keys()) {
      const name = nameOf(url);
      const outdated = name === undefined || (url !== keyOf(name) && (await cache.match(keyOf(name))));
      if (outdated) await cache.delete(url);
    }
  } catch {
    // nothing is stored, so that there is nothing to sweep
  }
};

self.addEventListener("install", (event) => event.waitUntil(renew()));
self.addEventListener("activate", (event) => event.waitUntil(sweep()));

// --- what a page asks -------------------------------------------------------------------------------------------------
const actions = {
  keep: async ({ addresses }) => keepAll(new Set(addresses.map(nameOf).filter((name) => name !== undefined))),
  list: async () => {
    const cache = await caches.open(store);
    const here = new Set((await cache.keys()).map(({ url }) => url));
    return Object.entries(files).map(([name, [, size]]) => ({ address: addressOf(name), size, kept: here.has(keyOf(name)) }));
  },
  remove: () => caches.delete(store),
};

self.addEventListener("message", (event) => {
  const { kind, ...rest } = event.data;
  const [port] = event.ports;
  const work = actions[kind](rest).then((result) => ({ result }), (problem) => ({ problem: String(problem.message ?? problem) }));
  event.waitUntil(work.then((said) => port?.postMessage(said)));
});
