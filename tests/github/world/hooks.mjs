// Webhooks: payloads made of what REST answers, signed, delivered, remembered, and delivered anew when asked.
import crypto from 'node:crypto';
import http from 'node:http';

import { notFound } from './errors.mjs';
import { payloadOf } from '../shapes/payloads.mjs';

const kAnswerMs = 10_000;
const kPayloadBytesMax = 25 << 20;

export function makeHook(world, repo, { config, events = ['push'], active = true, name = 'web' }) {
  const hook = world.add('H', { repo, config, events, active, name, deliveries: [], lastResponse: { code: null, status: 'unused', message: null } });
  repo.hooks.push(hook);
  return hook;
}

export function needHook(repo, id) {
  const hook = repo.hooks.find((one) => one.id === id);
  if (!hook) throw notFound();
  return hook;
}

export class Deliveries {
  #under = new Set();

  constructor(world, checkPayload) {
    this.world = world;
    this.checkPayload = checkPayload;
  }

  // Sends an event to the hooks of its repository and of the apps installed there.
  follow(happening) {
    for (const { hook, installation } of this.#hooksFor(happening)) {
      const payload = payloadOf(this.world, happening, installation);
      if (!payload) continue;
      this.checkPayload(happening, payload);
      this.deliver(hook, { event: happening.event, action: happening.action, payload, guid: crypto.randomUUID() });
    }
  }

  #hooksFor({ event, repo }) {
    const wants = (hook) => hook.active && (hook.events.includes('*') || hook.events.includes(event));
    const own = repo.hooks.filter(wants).map((hook) => ({ hook, installation: null }));
    const ofApps = this.world.installations
      .filter((one) => one.account === repo.owner && (!one.repositories || one.repositories.includes(repo)) && one.app.webhook)
      .map((installation) => ({ hook: appHook(this.world, installation.app), installation })).filter(({ hook }) => wants(hook));
    return [...own, ...ofApps];
  }

  deliver(hook, { event, action, payload, guid, redelivery = false }) {
    const form = hook.config.content_type === 'form';
    const json = JSON.stringify(payload);
    const body = Buffer.from(form ? `payload=${encodeURIComponent(json)}` : json);
    const headers = {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json', 'user-agent': 'GitHub-Hookshot/fake', accept: '*/*',
      'x-github-delivery': guid, 'x-github-event': event, 'x-github-hook-id': String(hook.id), 'content-length': body.length,
      'x-github-hook-installation-target-type': hook.app ? 'integration' : 'repository',
      'x-github-hook-installation-target-id': String(hook.app?.id ?? hook.repo.id),
      ...(hook.config.secret && signatures(hook.config.secret, body)),
    };
    const delivery = this.world.add('HD', { hook, guid, event, action, payload, headers, redelivery, statusCode: 0, status: 'pending', duration: 0, answer: { headers: {}, payload: '' } });
    hook.deliveries.unshift(delivery);
    if (body.length > kPayloadBytesMax) return Object.assign(delivery, { status: 'Payload too large' });
    const sent = send(hook.config.url, headers, body).then((result) => {
      Object.assign(delivery, result);
      hook.lastResponse = { code: result.statusCode || null, status: result.statusCode < 300 ? 'active' : 'error', message: result.status };
    });
    this.#under.add(sent);
    sent.finally(() => this.#under.delete(sent));
    return delivery;
  }

  // Until every delivery has its answer.
  async settled() {
    while (this.#under.size > 0) await Promise.all(this.#under);
  }
}

// The hook of an app: one for all its installations.
export function appHook(world, app) {
  app.hook ??= world.add('H', { app, config: app.webhook, events: app.events, active: true, name: 'web', deliveries: [], lastResponse: {} });
  return app.hook;
}

export function signatures(secret, body) {
  const sign = (kind) => `${kind}=${crypto.createHmac(kind, secret).update(body).digest('hex')}`;
  return { 'x-hub-signature': sign('sha1'), 'x-hub-signature-256': sign('sha256') };
}

function send(url, headers, body) {
  return new Promise((resolve) => {
    const start = Date.now();
    const end = (result) => resolve({ duration: (Date.now() - start) / 1000, ...result });
    let request;
    try { request = http.request(url, { method: 'POST', headers, timeout: kAnswerMs }); } catch (error) {
      return end({ statusCode: 0, status: `invalid URL: ${error.message}` });
    }
    request.on('timeout', () => request.destroy(new Error('timed out')));
    request.on('error', (error) => end({ statusCode: 0, status: `failed to connect to host: ${error.message}` }));
    request.on('response', (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => end({
        statusCode: response.statusCode, status: response.statusCode < 300 ? 'OK' : `Invalid HTTP Response: ${response.statusCode}`,
        answer: { headers: response.headers, payload: Buffer.concat(pieces).toString().slice(0, 65536) },
      }));
    });
    request.end(body);
  });
}
