// Faults on demand. A rule says which requests it meets, from the how manyeth on, how often, and what happens:
//
//   { match: { method, path, operation, actor }, from: 1, times: 1, then: {...} }
//
// `path` and `operation` are regular expressions. `then` is one of
//   { status, body, headers }     that answer, without doing anything
//   { lose: true }                everything is done, the connection ends without an answer
//   { cut: N }                    everything is done, N bytes of the answer arrive
//   { hold: NAME }                everything is done, the answer waits until NAME is released
//   { delayMs: N }                everything is done, the answer comes N milliseconds later
//   { secondary: { retryAfter } } the secondary limit; null for no retry-after
//   { primary: true }             no points left
//   { badToken: true }            401, as of a token that has expired
//   { expire: true }              the token of the request expires before it is looked at: 401 from then on
//   { redirect: LOCATION, status }
//   { partial: [errors] }         GraphQL: everything is done, `errors` beside the data; { path } in one makes that part null
import { ApiError } from '../world/errors.mjs';
import { secondaryLimit } from './limits.mjs';

export class Faults {
  #rules = [];
  #count = 0;
  #held = new Map();

  add(rule) {
    const entry = { id: this.#count += 1, from: 1, times: 1, met: 0, done: 0, match: {}, ...rule };
    this.#rules.push(entry);
    return entry.id;
  }

  clear() {
    this.#rules = [];
  }

  list() {
    return this.#rules;
  }

  // The rule that a request meets, or null; it counts as met.
  for(request) {
    const met = this.#rules.filter((rule) => fits(rule.match, request));
    for (const rule of met) rule.met += 1;
    const active = met.find((rule) => rule.met >= rule.from && rule.done < rule.times);
    if (active) active.done += 1;
    return active ?? null;
  }

  // What a rule does instead of the operation; the rest is done to its answer.
  instead({ then }) {
    if (then.secondary) throw secondaryLimit(then.secondary.retryAfter ?? null);
    if (then.primary) throw new ApiError(403, 'API rate limit exceeded for user ID 1.', { kind: 'RATE_LIMITED', headers: { 'x-ratelimit-remaining': '0' } });
    if (then.badToken || then.expire) throw new ApiError(401, 'Bad credentials');
    if (then.redirect) return { status: then.status ?? 307, body: { message: 'Temporary Redirect', url: then.redirect }, headers: { location: then.redirect } };
    if (then.status) return { status: then.status, body: then.body ?? defaultBody(then.status), headers: then.headers ?? {} };
    return null;
  }

  hold(name) {
    return new Promise((resolve) => { this.#held.set(name, [...this.#held.get(name) ?? [], resolve]); });
  }

  waiting() {
    return [...this.#held.keys()];
  }

  release(name) {
    const held = this.#held.get(name) ?? [];
    this.#held.delete(name);
    for (const resolve of held) resolve();
    return held.length;
  }
}

function fits(match, { method, path, operation, actor }) {
  return (!match.method || match.method === method) && (!match.path || new RegExp(match.path).test(path))
    && (!match.operation || new RegExp(match.operation).test(operation ?? '')) && (!match.actor || match.actor === actor);
}

// The gateways before GitHub answer in HTML.
function defaultBody(status) {
  if (status === 502 || status === 504) return '<html><body><h1>Unicorn!</h1></body></html>';
  return { message: { 500: 'Server Error', 404: 'Not Found', 401: 'Bad credentials', 403: 'Forbidden', 409: 'Conflict', 422: 'Validation Failed', 429: 'Too Many Requests' }[status] ?? 'Error', documentation_url: 'https://docs.github.com/rest' };
}
