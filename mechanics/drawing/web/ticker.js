// One clock for all players of a page. In a frame it moves those that play and are in sight, and draws as many of them as
// the page keeps up with, each in its turn: the time that the browser takes to paint them comes after our own, so only the
// distance between two frames tells it. What is out of sight is not in it and costs nothing.

const BEHIND = 21; // ms between two frames: more says that the page does not keep up
const [SHRINK, GROW] = [0.85, 0.01]; // of the number that is drawn in a frame

class Ticker {
  constructor() {
    Object.assign(this, { players: [], first: 0, share: 1, frames: new Float64Array(600), count: 0 });
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
    this.frames[this.count++ % this.frames.length] = elapsed;
    for (const player of [...this.players]) player.advance(Math.min(0.1, elapsed / 1000)); // a hidden page does not jump ahead
    const { length } = this.players;
    this.share = Math.max(1 / Math.max(1, length), Math.min(1, elapsed > BEHIND ? this.share * SHRINK : this.share + GROW));
    for (let left = Math.max(1, Math.round(this.share * length)); left > 0 && length; left--) {
      this.first %= length;
      this.players[this.first++].draw();
    }
  }

  // The distance between frames, ms, that a part of the last ones did not exceed.
  percentile(part) {
    const known = this.frames.slice(0, Math.min(this.count, this.frames.length)).sort();
    return known[Math.floor(part * (known.length - 1))];
  }
}

// Each widget of a notebook has its own copy of this module; they share the clock.
export const ticker = (globalThis.mechanicsTicker ??= new Ticker());
