// What is done to every request of an API, in the order GitHub does it: who asks, what they may still ask for, the operation,
// its answer, conditional requests, the log. Faults that tests asked for come in between.
import { setTimeout as pause } from 'node:timers/promises';

import { ApiError } from '../world/errors.mjs';
import { actorOf } from '../world/tokens.mjs';
import { isKnown, validators } from './caching.mjs';
import { bodyOf, Exchange } from './exchange.mjs';
import { kVersions } from './rest.mjs';

export class Api {
  constructor({ world, rest, graphql, limits, faults, log, settings }) {
    Object.assign(this, { world, rest, graphql, limits, faults, log, settings });
  }

  // `path` is what is left of the URL behind the base of the API; '/graphql' is GraphQL.
  async handle(request, response, path, url) {
    const exchange = new Exchange(request, { path, url });
    const start = Date.now();
    try {
      exchange.raw = await bodyOf(request);
    } catch {
      return response.destroy();
    }
    this.world.agenda.runDue();
    const isGraphql = path === '/graphql';
    let entered = false;
    let answer;
    let route = null;
    try {
      exchange.actor = this.actor(exchange);
      this.limits.enter(exchange.actor);
      entered = true;
      this.#needHeaders(exchange);
      this.#readBody(exchange);
      if (isGraphql) exchange.operation = this.graphql.nameOf(exchange);
      else route = this.rest.route(exchange);
      answer = this.#afterFault(exchange) ?? (isGraphql ? this.#graphql(exchange) : this.#rest(exchange, route));
    } catch (error) {
      answer = this.#failure(exchange, error, isGraphql);
    }
    try {
      await this.#send(exchange, answer, response, { isGraphql, start });
    } finally {
      if (entered) this.limits.leave(exchange.actor);
    }
  }

  actor(exchange) {
    return actorOf(this.world, exchange.headers.authorization);
  }

  #needHeaders({ headers, violations }) {
    if (!headers['user-agent']) {
      violations.push({ side: 'request', what: 'no User-Agent' });
      throw new ApiError(403, 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required).');
    }
    const version = headers['x-github-api-version'];
    if (version && !kVersions.includes(version)) {
      violations.push({ side: 'request', what: `no API version ${version}` });
      throw new ApiError(400, `Version ${version} is not supported. Must be one of: ${kVersions.join(', ')}.`);
    }
  }

  #readBody(exchange) {
    if (exchange.raw.length === 0 || ['GET', 'HEAD'].includes(exchange.method)) return;
    try {
      exchange.body = JSON.parse(exchange.raw.toString('utf8'));
    } catch {
      exchange.violate('request', 'the body is no JSON');
      throw new ApiError(400, 'Problems parsing JSON');
    }
    if (typeof exchange.body !== 'object' || exchange.body === null) throw new ApiError(400, 'Body should be a JSON object');
  }

  // An answer that a test asked for, before anything is done; otherwise the rule is kept for later.
  #afterFault(exchange) {
    const rule = this.faults.for({ method: exchange.method, path: exchange.path, operation: exchange.operation, actor: exchange.actor?.user?.login });
    if (!rule) return null;
    exchange.fault = rule.id;
    exchange.rule = rule;
    if (rule.then.expire && exchange.actor) exchange.actor.expiresAt = 0;
    return this.faults.instead(rule);
  }

  #rest(exchange, route) {
    const resource = route.row?.search ? 'search' : 'core';
    exchange.resource = resource;
    const reads = ['GET', 'HEAD'].includes(exchange.method);
    if (!route.row?.free) {
      this.limits.needPoints(exchange.actor, resource);
      this.limits.needPace(exchange.actor, { graphql: false, weight: reads ? 1 : 5, content: Boolean(route.row?.content) });
      this.limits.charge(exchange.actor, resource, 1);
      exchange.points = 1;
    }
    const answer = this.rest.run(exchange, route);
    this.rest.checkAnswer(exchange, route.operation, answer);
    return answer;
  }

  #graphql(exchange) {
    exchange.resource = 'graphql';
    if (!exchange.actor?.user) throw new ApiError(401, 'This endpoint requires you to be authenticated.');
    this.limits.needPoints(exchange.actor, 'graphql');
    const { cost, mutation, run } = this.graphql.prepare(exchange);
    this.limits.needPace(exchange.actor, { graphql: true, weight: mutation ? 5 : 1, content: mutation });
    this.limits.charge(exchange.actor, 'graphql', cost);
    exchange.points = cost;
    const body = run();
    const partial = exchange.rule?.then.partial;
    return { status: 200, body: partial ? withPartial(body, partial) : body, headers: {} };
  }

  #failure(exchange, error, isGraphql) {
    if (!(error instanceof ApiError)) {
      exchange.violate('missing', `the fake server failed: ${error.stack}`);
      return { status: 500, body: { message: `The fake server failed: ${error.message}` }, headers: {} };
    }
    // GraphQL says so beside the data, with status 200.
    if (isGraphql && error.kind === 'RATE_LIMITED') {
      return { status: 200, body: { errors: [{ type: 'RATE_LIMITED', message: error.message }] }, headers: error.headers };
    }
    const docs = this.rest.description.operations.get(exchange.operation)?.docs ?? 'https://docs.github.com/rest';
    return {
      status: error.status, body: { message: error.message, ...(error.errors && { errors: error.errors }), documentation_url: docs, status: String(error.status), ...error.extra },
      headers: error.headers, failed: true,
    };
  }

  async #send(exchange, answer, response, { isGraphql, start }) {
    const { then = {} } = exchange.rule ?? {};
    let { status } = answer;
    let bytes = bytesOf(answer.body);
    const headers = {
      date: new Date(this.world.clock.now()).toUTCString(), 'x-github-request-id': `FAKE:${this.log.entries.length + 1}`, 'x-github-media-type': 'github.v3; format=json',
      'x-github-api-version-selected': exchange.headers['x-github-api-version'] ?? kVersions[0], 'access-control-expose-headers': 'ETag, Link, Location, Retry-After, X-RateLimit-Limit',
      ...(typeof answer.body === 'object' && !Buffer.isBuffer(answer.body) && { 'content-type': 'application/json; charset=utf-8' }),
      ...this.limits.headers(exchange.actor, exchange.resource ?? 'core'), ...scopesOf(exchange.actor, this.settings), ...answer.headers,
    };
    if (exchange.method === 'GET' && status === 200 && !isGraphql && !exchange.fault) {
      Object.assign(headers, validators(bytes, answer, exchange.headers.accept), { vary: 'Accept, Authorization, Cookie', 'cache-control': 'private, max-age=60, s-maxage=60' });
      if (isKnown(exchange.headers, headers)) {
        [status, bytes, exchange.notModified] = [304, Buffer.alloc(0), true];
        delete headers['content-type'];
        // Free for those who say who they are.
        if (exchange.actor && exchange.points > 0) {
          this.limits.charge(exchange.actor, exchange.resource, -exchange.points);
          exchange.points = 0;
          Object.assign(headers, this.limits.headers(exchange.actor, exchange.resource));
        }
      }
    }
    this.log.add(exchange.entry(this.world.clock, then.lose ? 0 : status, Date.now() - start));
    if (then.hold) await this.faults.hold(then.hold);
    if (then.delayMs) await pause(then.delayMs);
    if (then.lose) return exchange.request.socket.destroy();
    headers['content-length'] = bytes.length;
    if (status === 204 || status === 304) delete headers['content-length'];
    response.writeHead(status, headers);
    if (then.cut === undefined) return response.end(exchange.method === 'HEAD' ? undefined : bytes);
    response.write(bytes.subarray(0, then.cut), () => exchange.request.socket.destroy());
  }
}

function bytesOf(body) {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

// GHES and github.com name the scopes of classic tokens; gh looks at them.
function scopesOf(actor, { ghes }) {
  return {
    ...(actor?.scopes && { 'x-oauth-scopes': actor.scopes.join(', '), 'x-accepted-oauth-scopes': '' }), ...(ghes && { 'x-github-enterprise-version': ghes }),
  };
}

function withPartial(body, errors) {
  const data = structuredClone(body.data ?? null);
  for (const { path } of errors) {
    const holder = path?.slice(0, -1).reduce((node, name) => node?.[name], data);
    if (holder) holder[path.at(-1)] = null;
  }
  return { data, errors };
}
