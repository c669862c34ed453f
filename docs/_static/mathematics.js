// Typesetting in pieces, first what is in sight, so that simulations start before and move on meanwhile. MathJax on its
// own sets the whole page at once, and nothing else happens for a second or more.
(() => {
  const PIECE = 40; // formulas; each piece also costs a new layout of the page
  const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: 200 }));

  // How many pixels a formula is away from what is in sight.
  const distance = (node) => {
    const { top, bottom } = node.getBoundingClientRect();
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
