// GitHub's limits: points an hour of each account and resource, and the secondary limits of a minute. What a
// test sets is in `settings`; times are the fake clock's.
import { ApiError } from '../world/errors.mjs';

const kHour = 3600;
const kMinute = 60;
export const kLimits = {
  core: 5000, graphql: 5000, search: 30, anonymous: 60, minuteRest: 900, minuteGraphql: 2000, minuteContent: 80, hourContent: 500, concurrent: 100, retryAfter: 60,
};

const kAbout = 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api';

export class Limits {
  #windows = new Map();
  #recent = new Map();
  #under = new Map();

  constructor(clock) {
    this.clock = clock;
    this.settings = { ...kLimits };
  }

  // All tokens of an account share what it has.
  #owner(actor) {
    return actor?.installation ? `installation ${actor.installation.id}` : actor?.app ? `app ${actor.app.id}` : actor?.user ? `user ${actor.user.id}` : 'nobody';
  }

  window(actor, resource) {
    const key = `${this.#owner(actor)} ${resource}`;
    const now = this.clock.seconds();
    let window = this.#windows.get(key);
    if (!window || window.reset <= now) {
      window = { resource, used: 0, reset: now + (resource === 'search' ? kMinute : kHour) };
      this.#windows.set(key, window);
    }
    window.limit = actor || resource !== 'core' ? this.settings[resource] : this.settings.anonymous;
    return window;
  }

  headers(actor, resource) {
    const { limit, used, reset } = this.window(actor, resource);
    return {
      'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(Math.max(0, limit - used)), 'x-ratelimit-used': String(used),
      'x-ratelimit-reset': String(reset), 'x-ratelimit-resource': resource,
    };
  }

  // Ends in 403 when the hour's points are used up.
  needPoints(actor, resource) {
    const { limit, used } = this.window(actor, resource);
    if (used < limit) return;
    const whose = actor?.user ? `user ID ${actor.user.id}` : 'this IP';
    throw new ApiError(403, `API rate limit exceeded for ${whose}.`, { kind: 'RATE_LIMITED', extra: { documentation_url: kAbout } });
  }

  charge(actor, resource, points) {
    this.window(actor, resource).used += points;
  }

  // The secondary limits. `weight` is 1 for reading, 5 for changing something.
  needPace(actor, { graphql, weight, content }) {
    const owner = this.#owner(actor);
    const now = this.clock.seconds();
    const recent = (this.#recent.get(owner) ?? []).filter((one) => one.at > now - kHour);
    this.#recent.set(owner, recent);
    const sum = (since, test, value) => recent.filter((one) => one.at > now - since && test(one)).reduce((total, one) => total + value(one), 0);
    const minute = sum(kMinute, (one) => one.graphql === graphql, (one) => one.weight);
    const contents = (since) => sum(since, (one) => one.content, () => 1);
    const over = minute + weight > this.settings[graphql ? 'minuteGraphql' : 'minuteRest']
      || (content && (contents(kMinute) >= this.settings.minuteContent || contents(kHour) >= this.settings.hourContent));
    if (over) throw secondaryLimit(this.settings.retryAfter);
    recent.push({ at: now, graphql, weight, content });
  }

  enter(actor) {
    const owner = this.#owner(actor);
    const count = (this.#under.get(owner) ?? 0) + 1;
    this.#under.set(owner, count);
    if (count > this.settings.concurrent) throw secondaryLimit(this.settings.retryAfter);
  }

  leave(actor) {
    const owner = this.#owner(actor);
    this.#under.set(owner, this.#under.get(owner) - 1);
  }

  overview(actor) {
    const of = (resource) => {
      const { limit, used, reset } = this.window(actor, resource);
      return { limit, used, remaining: Math.max(0, limit - used), reset };
    };
    return { resources: { core: of('core'), graphql: of('graphql'), search: of('search') }, rate: of('core') };
  }
}

export function secondaryLimit(retryAfter) {
  return new ApiError(403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.', {
    headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) }, extra: { documentation_url: `${kAbout}#about-secondary-rate-limits` },
  });
}
