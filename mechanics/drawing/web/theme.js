// Colours for the canvas: the same custom properties that the style sheet uses.

export function readColors(root) {
  root.classList.toggle("mp-dark", isDark(root));
  const style = getComputedStyle(root);
  const color = (name) => style.getPropertyValue(`--mp-${name}`).trim();
  const role = (stroke, fill, width = 1, dash = null) => ({ stroke: color(stroke), fill: color(fill), width, dash });
  return {
    ink: color("ink"), muted: color("muted"), grid: color("grid"), cursor: color("force"), paper: color("paper"),
    font: style.fontFamily, curves: ["curve-1", "curve-2", "curve-3", "curve-4"].map(color),
    roles: {
      body: role("body-edge", "body"), mass: role("body-edge", "body-edge"), spring: role("ink", "paper"),
      line: role("ink", "paper"), ground: role("ground", "paper"), joint: role("ink", "paper"),
      force: role("force", "force", 1.4), coordinate: role("coordinate", "coordinate"),
      axis: role("muted", "muted", 0.7), dimension: role("muted", "muted", 0.6), trace: role("trace", "trace"),
      guide: role("guide", "paper", 0.6, [4, 4]), reference: role("muted", "paper", 0.6, [6, 4]),
      flow: role("flow", "flow"), gap: role("paper", "paper", 2),
    },
  };
}

// Whether the page behind the player is dark: decided by the colour that is really there, in whatever host.
export function isDark(node) {
  for (let n = node.parentElement; n; n = n.parentElement) {
    const found = getComputedStyle(n).backgroundColor.match(/[\d.]+/g);
    if (!found) return false; // not in the page: no colours yet
    const [r, g, b, alpha = 1] = found.map(Number);
    if (alpha > 0.1) return 0.3 * r + 0.59 * g + 0.11 * b < 110;
  }
  return false;
}

// Calls an action whenever the colours of the page may have changed; gives the function that ends this.
export function whenColorsChange(action) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(action);
  system.addEventListener("change", action);
  for (const node of [document.documentElement, document.body]) observer.observe(node, { attributes: true });
  return () => (observer.disconnect(), system.removeEventListener("change", action));
}
