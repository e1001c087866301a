// Git over smart HTTP: `git http-backend` on the bare repositories, with the rights and rules of the one who asks.
import { spawn } from 'node:child_process';
import zlib from 'node:zlib';

import { may } from '../world/access.mjs';
import { kGitEnvironment, kNoCommit, refsOf } from '../world/git.mjs';
import { forceRefusal, pushRefusal } from '../world/protection.mjs';
import { refMoved } from '../world/repos.mjs';
import { actorOf } from '../world/tokens.mjs';
import { fullName } from '../world/world.mjs';
import { mayWriteWorkflows } from '../rest/contents.mjs';
import { bodyOf, Exchange } from './exchange.mjs';

const kPath = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/;

export class GitHttp {
  constructor({ world, log, faults }) {
    Object.assign(this, { world, log, faults });
  }

  takes(path) {
    return kPath.test(path);
  }

  async handle(request, response, url) {
    const [, owner, name, rest] = kPath.exec(url.pathname);
    const exchange = new Exchange(request, { path: url.pathname, url });
    const start = Date.now();
    const pushes = rest === '/git-receive-pack' || url.searchParams.get('service') === 'git-receive-pack';
    exchange.operation = pushes ? 'git/push' : 'git/fetch';
    const end = (status, text, headers = {}) => {
      this.log.add(exchange.entry(this.world.clock, status, Date.now() - start));
      response.writeHead(status, { 'content-type': 'text/plain', ...headers });
      response.end(text);
    };
    const body = await bodyOf(request);
    try { exchange.actor = actorOf(this.world, request.headers.authorization); } catch {
      return end(401, 'Invalid username or password.\n', { 'www-authenticate': 'Basic realm="GitHub"' });
    }
    this.world.agenda.runDue();
    const rule = this.faults.for({ method: request.method, path: url.pathname, operation: exchange.operation, actor: exchange.actor?.user?.login });
    exchange.fault = rule?.id ?? null;
    if (rule?.then.status) return end(rule.then.status, 'fault\n');
    const found = this.world.findRepo(owner, name);
    const hidden = !found || !may(found.repo, exchange.actor, { area: 'contents', level: 'read', role: 'read' });
    if (!exchange.actor && (pushes || hidden)) return end(401, 'Authentication required.\n', { 'www-authenticate': 'Basic realm="GitHub"' });
    if (hidden) return end(404, 'Repository not found.\n');
    if (found.moved) return end(301, '', { location: `${this.world.places.web}/${fullName(found.repo)}.git${rest}${url.search}` });
    const { repo } = found;
    if (pushes && (repo.archived || !may(repo, exchange.actor, { area: 'contents', level: 'write', role: 'write' }))) {
      return end(403, `Permission to ${fullName(repo)}.git denied to ${exchange.actor.user?.login}.\n`);
    }
    const input = request.headers['content-encoding'] === 'gzip' ? zlib.gunzipSync(body) : body;
    const before = pushes && rest === '/git-receive-pack' ? refsOf(repo, 'refs') : null;
    const answer = await this.#backend(request, { url, rest, repo, input, env: before ? this.#rules(repo, exchange.actor, input) : {} });
    if (before) this.#follow(repo, before, exchange.actor);
    this.log.add(exchange.entry(this.world.clock, rule?.then.lose ? 0 : answer.status, Date.now() - start));
    if (rule?.then.hold) await this.faults.hold(rule.then.hold);
    if (rule?.then.lose) return request.socket.destroy();
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }

  // What the update hook is to refuse.
  #rules(repo, actor, input) {
    const refused = [];
    const noForce = [];
    for (const { old, young, ref } of commandsOf(input)) {
      if (ref.startsWith('refs/pull/')) refused.push(`${ref}\terror: deny updating a hidden ref`);
      if (!ref.startsWith('refs/heads/')) continue;
      const branch = ref.slice('refs/heads/'.length);
      const why = pushRefusal(this.world, repo, branch, { old, young, actor });
      if (why) refused.push(`${ref}\t${why}`);
      const force = forceRefusal(repo, branch, actor);
      if (force) noForce.push(`${ref}\t${force}`);
    }
    return {
      FAKE_REFUSED: refused.join('\n'), FAKE_NO_FORCE: noForce.join('\n'),
      FAKE_NO_WORKFLOWS: mayWriteWorkflows(actor) ? '' : 'refusing to allow a Personal Access Token to create or update workflow `FILE` without `workflow` scope',
    };
  }

  #follow(repo, before, actor) {
    const after = refsOf(repo, 'refs');
    for (const ref of new Set([...before.keys(), ...after.keys()])) {
      refMoved(this.world, repo, { ref, old: before.get(ref) ?? kNoCommit, young: after.get(ref) ?? kNoCommit, actor: actor.user });
    }
    this.world.agenda.runDue();
  }

  #backend(request, { url, rest, repo, input, env }) {
    const child = spawn('git', ['http-backend'], {
      env: {
        ...kGitEnvironment, ...env, GIT_PROJECT_ROOT: repo.folder, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: rest, REQUEST_METHOD: request.method, QUERY_STRING: url.search.slice(1),
        CONTENT_TYPE: request.headers['content-type'] ?? '', CONTENT_LENGTH: String(input.length), GIT_PROTOCOL: request.headers['git-protocol'] ?? '', REMOTE_USER: 'git', REMOTE_ADDR: '127.0.0.1',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    return new Promise((resolve) => { child.on('close', () => resolve(answerOf(Buffer.concat(pieces)))); });
  }
}

// The commands of a push: pkt-lines `OLD NEW REF` up to the flush.
function commandsOf(input) {
  const found = [];
  for (let at = 0; at + 4 <= input.length;) {
    const length = parseInt(input.subarray(at, at + 4).toString('latin1'), 16);
    if (!(length > 4)) break;
    const [old, young, ref] = input.subarray(at + 4, at + length).toString().split('\0')[0].trim().split(' ');
    if (ref) found.push({ old, young, ref });
    at += length;
  }
  return found;
}

function answerOf(out) {
  const end = out.indexOf('\r\n\r\n');
  const headers = {};
  let status = 200;
  for (const line of out.subarray(0, Math.max(end, 0)).toString().split('\r\n')) {
    const [name, ...value] = line.split(': ');
    if (name.toLowerCase() === 'status') status = Number(value.join(': ').split(' ')[0]);
    else if (name) headers[name.toLowerCase()] = value.join(': ');
  }
  return { status, headers, body: out.subarray(end + 4) };
}
