// The time of the fake server. It goes with the machine's clock until a test freezes it, and tests move it
// forward: what is due later (checks that conclude, tokens that expire, limits that are reset) happens then.
export class Clock {
  #offsetMs = 0;
  #frozenMs = null;

  now() {
    return this.#frozenMs ?? Date.now() + this.#offsetMs;
  }

  seconds() {
    return Math.floor(this.now() / 1000);
  }

  freeze(ms = this.now()) {
    this.#frozenMs = ms;
  }

  advance(ms) {
    if (this.#frozenMs !== null) this.#frozenMs += ms;
    else this.#offsetMs += ms;
  }

  // As GitHub writes times: whole seconds, UTC.
  iso(ms = this.now()) {
    return `${new Date(ms).toISOString().slice(0, 19)}Z`;
  }
}

// What happens later, in order of time and then of entry.
export class Agenda {
  #entries = [];
  #count = 0;

  constructor(clock) {
    this.clock = clock;
  }

  after(seconds, action) {
    this.#entries.push({ at: this.clock.now() + seconds * 1000, number: this.#count += 1, action });
    this.#entries.sort((a, b) => a.at - b.at || a.number - b.number);
  }

  runDue() {
    while (this.#entries.length > 0 && this.#entries[0].at <= this.clock.now()) this.#entries.shift().action();
  }
}
