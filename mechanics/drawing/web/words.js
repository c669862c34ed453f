// What the player says, in the language of its page: the catalogue comes with the picture, English needs none.

let known = {};
let patterns = [];

export function speak(words) {
  known = words ?? {};
  const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll("{}", "(.+?)");
  patterns = Object.keys(known).filter((text) => text.includes("{}")).sort((one, other) => other.length - one.length)
    .map((text) => [new RegExp(`^${escaped(text)}$`, "s"), known[text]]);
}

export function say(text) {
  if (typeof text !== "string") return text;
  if (Object.hasOwn(known, text)) return known[text];
  for (const [pattern, words] of patterns) {
    const parts = pattern.exec(text)?.slice(1);
    if (parts) return words.replaceAll("{}", () => say(parts.shift()));
  }
  return text;
}
