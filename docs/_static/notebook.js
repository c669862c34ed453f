// The notebook of a page that is opened as a file: browsers show a file there instead of saving it, so that it is made
// from a script that holds the same. From a web server the link needs no help.
(() => {
  if (location.protocol !== "file:") return;
  const link = document.querySelector(".book-notebook a[download]");
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    const script = document.createElement("script");
    window.mechanicsNotebook = (text) => {
      const href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
      const name = decodeURIComponent(link.href.split("/").pop());
      Object.assign(document.createElement("a"), { href, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10_000);
      script.remove();
    };
    script.onerror = () => location.assign(link.href);
    script.src = `${link.href}.js`;
    document.head.append(script);
  });
})();
