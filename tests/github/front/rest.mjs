// One REST request: from its path to the operation, judged against GitHub's description on the way in and out.
import { need } from '../world/access.mjs';
import { ApiError, notFound, unprocessable } from '../world/errors.mjs';
import { Answer } from '../rest/answers.mjs';
import { kOperations } from '../rest/table.mjs';
import { fullName } from '../world/world.mjs';

export const kVersions = ['2022-11-28', '2026-03-10'];

export class RestApi {
  constructor(world, description, services) {
    Object.assign(this, { world, description, services });
  }

  // { operation, params, repo } of a request; what is moved or nowhere ends in what GitHub answers.
  route(exchange) {
    const { method } = exchange;
    const path = this.#byName(exchange.path).replace(/\/contents$/, '/contents/');
    const found = this.description.match(method, path);
    if (!found) {
      const others = this.description.methodsOf(path);
      exchange.violate('request', others.length > 0 ? `${method} is none of ${others.join(', ')}` : 'no such path');
      throw notFound();
    }
    exchange.operation = found.operation.id;
    const row = kOperations[found.operation.id];
    return { ...found, row, repo: this.#repoOf(exchange, found) };
  }

  // /repositories/ID stands for /repos/OWNER/NAME: redirects lead there.
  #byName(path) {
    const [, id, rest] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
    if (!id) return path;
    const repo = this.world.repos.get(Number(id));
    if (!repo) throw notFound();
    return `/repos/${fullName(repo)}${rest ?? ''}`;
  }

  #repoOf({ method, path, url }, { operation, params }) {
    if (!operation.template.startsWith('/repos/{owner}/{repo}') || operation.id === 'apps/get-repo-installation') return null;
    const found = this.world.findRepo(params.owner, params.repo);
    if (!found) throw notFound();
    if (!found.moved) return found.repo;
    const rest = path.split('/').slice(4).join('/');
    const location = `${this.world.places.api}/repositories/${found.repo.id}${rest && `/${rest}`}${url.search}`;
    const get = method === 'GET' || method === 'HEAD';
    throw new ApiError(get ? 301 : 307, get ? 'Moved Permanently' : 'Temporary Redirect', { headers: { location }, extra: { url: location } });
  }

  // The Answer to a request whose actor and limits were looked at.
  run(exchange, { operation, params, row, repo }) {
    const { actor } = exchange;
    if (!row) {
      exchange.violate('missing', `the fake server has no operation '${operation.id}'`);
      throw new ApiError(501, `The fake server has no operation '${operation.id}'`);
    }
    if (row.asApp && !actor?.app?.publicKey) throw new ApiError(401, 'A JSON web token could not be decoded');
    if (row.signedIn && !actor?.user) throw new ApiError(401, 'Requires authentication');
    const writes = !['GET', 'HEAD'].includes(exchange.method);
    if (writes && !actor && row.rule) throw new ApiError(401, 'Requires authentication');
    if (row.rule) need(repo, actor, row.rule);
    if (writes && repo?.archived && operation.id !== 'repos/update') throw new ApiError(403, 'Repository was archived so is read-only.');
    this.#checkRequest(exchange, operation, params);
    const result = row.run({ ...this.services, world: this.world, repo, params, actor, query: exchange.query, body: exchange.body, headers: exchange.headers, path: exchange.path });
    const answer = result instanceof Answer ? result : new Answer(null, result);
    return { status: answer.status ?? this.description.successOf(operation), body: answer.body, headers: answer.headers };
  }

  #checkRequest(exchange, operation, params) {
    for (const [name, value] of Object.entries(params)) {
      const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
      // A number's place with something else is no path at all.
      if (schema?.type === 'integer' && typeof value !== 'number') { exchange.violate('request', `'${name}' is no number`); throw notFound(); }
    }
    for (const fault of this.description.queryFaults(operation, exchange.query)) {
      exchange.violate('request', fault.what);
      if (fault.kind === 'enum') throw unprocessable(`Invalid request.\n\n${fault.what}`, undefined);
    }
    const fault = this.description.bodyFault(operation, exchange.body);
    if (fault) {
      exchange.violate('request', `body ${fault.at} ${fault.what}`);
      const name = fault.at.split('/').at(-1);
      throw unprocessable(fault.kind === 'missing' ? `Invalid request.\n\n"${name}" wasn't supplied.` : `Invalid request.\n\nFor 'properties/${name}', ${fault.what}.`);
    }
    for (const name of this.description.bodyStrangers(operation, exchange.body)) exchange.violate('request', `body ${name} is not described`);
  }

  checkAnswer(exchange, operation, { status, body }) {
    if (Buffer.isBuffer(body) || (typeof body === 'string' && operation.id !== 'meta/get-zen')) return;
    const sent = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    const fault = this.description.answerFault(operation, status, sent);
    if (fault) exchange.violate('answer', fault);
  }
}

export { kOperations };
