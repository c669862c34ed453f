// Typesetting in pieces, first what is in sight, so that simulations move on meanwhile. MathJax on its own sets the whole
// page at once, and nothing else happens for a second or more. The loader fetches it once the first simulation moves.
(() => {
  const PIECE = 40; // formulas; each piece also costs a new layout of the page
  const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: 200 }));

  // How many pixels a formula is away from what is in sight. Its paragraph tells: the formula itself may be in a part
  // of the page that is not laid out yet, and would have it laid out.
  const distance = (node) => {
    const { top, bottom } = (node.closest(".bd-article section > *") ?? node).getBoundingClientRect();
    return Math.max(0, -bottom, top - innerHeight);
  };

  const typeset = async () => {
    const far = new Map([...document.querySelectorAll(".math")].map((node) => [node, distance(node)]));
    const nodes = [...far.keys()].sort((one, other) => far.get(one) - far.get(other));
    let size = nodes.filter((node) => far.get(node) === 0).length || PIECE;
    while (nodes.length) {
      await idle();
      await MathJax.typesetPromise(nodes.splice(0, size));
      size = PIECE;
    }
  };

  if (!window.MathJax) return;
  window.MathJax.startup = { pageReady: typeset };
  // Centred, an equation keeps as much room free on its left as its number needs on the right: too much on a phone.
  if (innerWidth <= 480) Object.assign((window.MathJax.output ??= {}), { displayAlign: "left" });
})();
