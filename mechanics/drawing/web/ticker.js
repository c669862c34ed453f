// One clock for all players of a page. In a frame it moves those that play and are in sight, and draws as many of them as
// its budget allows, each in its turn: where many play, each is drawn less often and the page stays quick. What is out of
// sight is not in it and costs nothing.

const [LEAST_TIME, MOST_TIME] = [3, 10]; // ms a frame for drawing
const BEHIND = 20; // ms between two frames: more says that the page does not keep up

class Ticker {
  constructor() {
    Object.assign(this, { players: [], first: 0, budget: MOST_TIME });
  }

  add(player) {
    if (this.players.includes(player)) return;
    this.players.push(player);
    this.start();
  }

  remove(player) {
    const place = this.players.indexOf(player);
    if (place < 0) return;
    this.players.splice(place, 1);
    if (place < this.first) this.first--;
  }

  start() {
    if (this.frame !== undefined) return;
    this.before = performance.now();
    const tick = (now) => {
      this.frame = this.players.length ? requestAnimationFrame(tick) : undefined;
      if (this.frame !== undefined) this.tick(now);
    };
    this.frame = requestAnimationFrame(tick);
  }

  tick(now) {
    const elapsed = Math.max(0, now - this.before);
    this.before = now;
    this.budget = Math.max(LEAST_TIME, Math.min(MOST_TIME, this.budget + (elapsed > BEHIND ? -1 : 0.25)));
    for (const player of [...this.players]) player.advance(Math.min(0.1, elapsed / 1000)); // a hidden page does not jump ahead
    const until = performance.now() + this.budget;
    for (let left = this.players.length; left > 0; left--) {
      this.first %= this.players.length;
      this.players[this.first++].draw();
      if (performance.now() > until) return;
    }
  }
}

// Each widget of a notebook has its own copy of this module; they share the clock.
export const ticker = (globalThis.mechanicsTicker ??= new Ticker());
