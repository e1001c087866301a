// The whole server: its world, its ports, and who answers what.
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';

import { Checker } from '../descriptions/check.mjs';
import { Rest } from '../descriptions/openapi.mjs';
import { webhookSchemas } from '../descriptions/prepare.mjs';
import { GraphqlApi } from '../graphql/engine.mjs';
import { followForChecks } from '../world/ci.mjs';
import { Deliveries } from '../world/hooks.mjs';
import { followPush } from '../world/pulls.mjs';
import { World } from '../world/world.mjs';
import { Api } from './api.mjs';
import { Control } from './control.mjs';
import { Faults } from './faults.mjs';
import { GitHttp } from './git_http.mjs';
import { Limits } from './limits.mjs';
import { RequestLog } from './log.mjs';
import { kVersions, RestApi } from './rest.mjs';
import { makeCertificate } from './tls.mjs';

const kStoredMax = 200;
// Of git remotes, gh reads no ports: by this name, and the proxy, it reaches the TLS port as 443.
const kName = 'ghes.localhost';

// What all servers of a process share, because nothing of it is of one world.
const description = new Rest();
let certificate = null;
let webhooks = null;

export async function startFake(folder) {
  const world = new World(folder);
  const log = new RequestLog(folder);
  const limits = new Limits(world.clock);
  const faults = new Faults();
  const stored = new Map();
  const deliveries = new Deliveries(world, payloadCheck(world, log));
  deliveries.guid = () => crypto.randomUUID();
  world.listen((happening) => { if (happening.event === 'push') followPush(world, happening); });
  world.listen((happening) => followForChecks(world, happening));
  world.listen((happening) => deliveries.follow(happening));
  const store = ({ type, make }) => {
    const name = crypto.randomUUID();
    stored.set(name, { type, bytes: make() });
    if (stored.size > kStoredMax) stored.delete(stored.keys().next().value);
    return `${world.places.web}/_stored/${name}`;
  };
  const services = { limits, deliveries, store, versions: kVersions };
  const rest = new RestApi(world, description, services);
  const api = new Api({ world, rest, graphql: new GraphqlApi(world, services), limits, faults, log, settings: { ghes: null } });
  const git = new GitHttp({ world, log, faults });
  const control = new Control({ world, limits, faults, log, deliveries });

  const answer = (atRoot) => (request, response) => {
    const url = new URL(request.url, 'http://fake');
    const base = /^\/api\/(v3|graphql)(\/.*)?$/.exec(url.pathname);
    const failed = (error) => { process.stderr.write(`github fake: ${error.stack}\n`); request.socket.destroy(); };
    if (atRoot || /^api\./.test(request.headers.host ?? '')) return void api.handle(request, response, base?.[1] === 'v3' ? base[2] ?? '/' : url.pathname, url).catch(failed);
    if (base) return void api.handle(request, response, base[1] === 'graphql' ? '/graphql' : base[2] ?? '/', url).catch(failed);
    if (git.takes(url.pathname)) return void git.handle(request, response, url).catch(failed);
    const file = stored.get(url.pathname.replace('/_stored/', ''));
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
    return response.end(file?.bytes ?? 'Not Found');
  };
  certificate ??= makeCertificate(folder);
  const certificateFile = path.join(folder, 'certificate.pem');
  fs.writeFileSync(certificateFile, certificate.cert);
  const servers = [http.createServer(answer(false)), https.createServer(certificate, answer(false)), http.createServer(answer(true)), http.createServer((request, response) => control.handle(request, response))];
  // A test that waits for a program does not see that a connection was closed meanwhile.
  for (const server of servers) server.keepAliveTimeout = 300_000;
  const ports = await Promise.all(servers.map((server) => new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(server.address().port)); })));
  servers[0].on('connect', tunnelTo(ports[1]));
  const web = `http://127.0.0.1:${ports[0]}`;
  Object.assign(world.places, { web, api: `${web}/api/v3`, graphql: `${web}/api/graphql` });
  return {
    addresses: {
      url: web, api: world.places.api, graphql: world.places.graphql, tls: `https://localhost:${ports[1]}`, host: kName, proxy: web, certificate: certificateFile,
      root: `http://127.0.0.1:${ports[2]}`, control: `http://127.0.0.1:${ports[3]}/control`, log: log.file,
    },
    stop: () => { for (const server of servers) { server.close(); server.closeAllConnections(); } },
  };
}

// As an HTTP proxy, the server leads to nothing but its own TLS port.
function tunnelTo(port) {
  return (request, socket, head) => {
    const inner = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      inner.write(head);
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
  };
}

// Payloads that are not as GitHub describes them are noted in the log, as answers are. That description is older than
// REST's, whose forms the payloads hold: what was added since is no fault.
function payloadCheck(world, log) {
  return ({ event, action }, payload) => {
    webhooks ??= webhookSchemas();
    const schema = webhooks.definitions[`${event}$${action ?? 'event'}`] ?? webhooks.definitions[`${event}_event`];
    if (!schema) return;
    const fault = new Checker(webhooks, { open: true }).fault(schema, JSON.parse(JSON.stringify(payload)));
    log.add({
      at: world.clock.iso(), method: 'HOOK', path: `${event}.${action}`, operation: `webhook/${event}`, status: 0, actor: null, agent: null, points: 0, notModified: false,
      violations: fault ? [{ side: 'payload', what: `${fault.at} ${fault.what}` }] : [], fault: null, ms: 0,
    });
  };
}
