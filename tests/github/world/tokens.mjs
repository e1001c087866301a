// Tokens, apps and their installations: who a request is from.
import crypto from 'node:crypto';

import { ApiError, notFound } from './errors.mjs';

const kInstallationTokenSeconds = 3600;
const kJwtSecondsMax = 600;
const kPrefixes = { classic: 'ghp_', fine: 'github_pat_', oauth: 'gho_', installation: 'ghs_' };
const kScopes = ['repo', 'workflow', 'read:org', 'gist'];

// A token of a person: classic ones have scopes, fine ones permissions and, if given, a list of repositories.
export function makeToken(world, { user, kind = 'classic', scopes, permissions, repositories, expiresIn }) {
  return keep(world, {
    kind,
    user,
    scopes: permissions ? null : scopes ?? kScopes,
    permissions: permissions ?? null,
    repositories: repositories ? new Set(repositories.map((repo) => repo.id)) : null,
    expiresAt: expiresIn === undefined ? null : world.clock.now() + expiresIn * 1000,
  });
}

function keep(world, token) {
  // 40 characters in all, as GitHub's are; they open nothing but this server.
  const text = kPrefixes[token.kind] + crypto.randomBytes(30).toString('base64url').replace(/[-_]/g, 'x').slice(0, 36);
  world.tokens.set(text, token);
  return { text, token };
}

export function makeApp(world, { slug, name, owner, permissions, events = [], webhook = null }) {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const app = world.add('A', {
    slug, name: name ?? slug, owner, permissions: { metadata: 'read', ...permissions }, events, webhook, publicKey,
    clientId: `Iv1.${crypto.randomBytes(8).toString('hex')}`,
  });
  app.bot = world.addUser({ login: `${slug}[bot]`, type: 'Bot', name: app.name });
  world.apps.push(app);
  return { app, privateKey };
}

// The app that GitHub Actions is; made when it is first needed, without a key of its own.
export function actionsApp(world) {
  let app = world.apps.find((one) => one.slug === 'github-actions');
  if (!app) {
    const owner = world.addUser({ login: 'github', type: 'Organization' });
    app = world.add('A', {
      slug: 'github-actions', name: 'GitHub Actions', owner, permissions: { actions: 'write', checks: 'write' }, events: [],
      webhook: null, publicKey: null, clientId: 'Iv1.actions',
    });
    app.bot = world.addUser({ login: 'github-actions[bot]', type: 'Bot' });
    world.apps.push(app);
  }
  return app;
}

export function install(world, app, account, repositories = null) {
  const installation = world.add('INST', { app, account, repositories, permissions: app.permissions, suspendedAt: null });
  world.installations.push(installation);
  return installation;
}

// What an app is given to act in an installation for an hour: never more than the installation has.
export function installationToken(world, installation, { permissions, repositories }) {
  for (const [area, level] of Object.entries(permissions ?? {})) {
    const has = installation.permissions[area];
    if (!has || (level === 'write' && has === 'read')) {
      throw new ApiError(422, 'The permissions requested are not granted to this installation.');
    }
  }
  const reach = repositories ?? installation.repositories;
  return keep(world, {
    kind: 'installation',
    user: installation.app.bot,
    installation,
    scopes: null,
    permissions: { metadata: 'read', ...permissions ?? installation.permissions },
    repositories: reach ? new Set(reach.map((repo) => repo.id))
      : new Set([...world.repos.values()].filter((repo) => repo.owner === installation.account).map((repo) => repo.id)),
    expiresAt: world.clock.now() + kInstallationTokenSeconds * 1000,
  });
}

// Who a request is from; null for nobody. What is no valid token ends in 401.
export function actorOf(world, authorization) {
  if (!authorization) return null;
  const [, scheme, rest] = /^(\w+)\s+(.+)$/.exec(authorization) ?? [];
  let text = rest;
  if (/^basic$/i.test(scheme ?? '')) {
    const [name, password] = Buffer.from(rest, 'base64').toString().split(':');
    text = password && password !== 'x-oauth-basic' ? password : name;
  } else if (!/^(token|bearer)$/i.test(scheme ?? '')) throw badCredentials();
  if (text.split('.').length === 3 && !world.tokens.has(text)) return appOfJwt(world, text);
  const token = world.tokens.get(text);
  if (!token || (token.expiresAt !== null && token.expiresAt <= world.clock.now())) throw badCredentials();
  if (token.installation?.suspendedAt) throw new ApiError(403, 'This installation has been suspended');
  return token;
}

const badCredentials = () => new ApiError(401, 'Bad credentials');

function appOfJwt(world, text) {
  const [header, payload, signature] = text.split('.');
  const claims = read(payload);
  if (read(header).alg !== 'RS256') throw jwtFault('A JSON web token could not be decoded');
  const app = world.apps.find((one) => String(one.id) === String(claims.iss) || one.clientId === claims.iss);
  if (!app?.publicKey) throw jwtFault('Integration not found', 404);
  const sound = crypto.verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), app.publicKey, Buffer.from(signature, 'base64url'));
  if (!sound) throw jwtFault('A JSON web token could not be decoded');
  const now = world.clock.seconds();
  if (!Number.isInteger(claims.exp) || !Number.isInteger(claims.iat)) throw jwtFault("'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires");
  if (claims.exp <= now) throw jwtFault("'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires");
  if (claims.exp - now > kJwtSecondsMax) throw jwtFault("'Expiration time' claim ('exp') is too far in the future");
  if (claims.iat > now) throw jwtFault("'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued");
  return { kind: 'app', app, user: null, scopes: null, permissions: null };
}

function read(part) {
  try { return JSON.parse(Buffer.from(part, 'base64url').toString()); } catch { throw jwtFault('A JSON web token could not be decoded'); }
}

const jwtFault = (message, status = 401) => new ApiError(status, message);

export function needInstallation(world, id) {
  const found = world.installations.find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
}
