// What both parts of the page need: requests that say what went wrong, elements, numbers.

export class Refused extends Error {
  constructor(status, answer) {
    super(answer.error || `The server answered ${status}.`);
    Object.assign(this, { status, answer });
  }
}

export async function ask(path, body) {
  const headers = { "X-Mechanics-Mark": "1", "Content-Type": "application/json" };
  const options = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused(0, { error: "The server does not answer; nothing was saved. Is `mechanics mark` still running?" });
  }
  const text = await response.text();
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = { error: text };
  }
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

export function element(name, text = "", properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

export const number = (value) => String(Math.round(value * 100) / 100);
