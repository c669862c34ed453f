// Formulas such as φ̇₁ on a canvas and in the page. A label is a list of runs [text, slanted, level]: level 0 stands
// on the line, -1 is a lower index, +1 an upper one. Python makes the runs from LaTeX.

const MATH_FONT = '"STIX Two Text", "Latin Modern Math", "Cambria Math", "Times New Roman", "Liberation Serif", serif';

function runFont(size, [, slanted, level]) {
  return `${slanted ? "italic " : ""}${level ? 0.72 * size : size}px ${MATH_FONT}`;
}

// Measuring text takes longer than drawing it: a label keeps the widths of its runs, by size.
const measured = new WeakMap();

function widths(ctx, runs, size) {
  if (!measured.has(runs)) measured.set(runs, new Map());
  const sizes = measured.get(runs);
  if (!sizes.has(size)) sizes.set(size, runs.map((run) => ((ctx.font = runFont(size, run)), ctx.measureText(run[0]).width)));
  return sizes.get(size);
}

// Draw a label whose middle is at (x, y); with a halo it stays readable on lines. Returns its width.
export function drawLabel(ctx, runs, x, y, size, color, halo = null, align = "center") {
  const parts = widths(ctx, runs, size);
  const width = parts.reduce((sum, part) => sum + part, 0);
  let left = align === "center" ? x - width / 2 : align === "right" ? x - width : x;
  ctx.save();
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.lineJoin = "round";
  ctx.setLineDash([]);
  for (const [i, run] of runs.entries()) {
    ctx.font = runFont(size, run);
    const base = y + 0.3 * size - 0.3 * size * run[2];
    if (halo) {
      ctx.strokeStyle = halo;
      ctx.lineWidth = 4;
      ctx.strokeText(run[0], left, base);
    }
    ctx.fillStyle = color;
    ctx.fillText(run[0], left, base);
    left += parts[i];
  }
  ctx.restore();
  return width;
}

// The same as a <span> of the page.
export function labelElement(runs) {
  const span = document.createElement("span");
  span.className = "mp-formula";
  for (const [text, slanted, level] of runs) {
    const outer = document.createElement(level < 0 ? "sub" : level > 0 ? "sup" : "span");
    const inner = document.createElement(slanted ? "i" : "span");
    inner.textContent = text;
    outer.append(inner);
    span.append(outer);
  }
  return span;
}
