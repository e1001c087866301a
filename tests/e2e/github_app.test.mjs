// Runs as a GitHub App: tokens that pass, a key that says who asks.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { atGitHub, json, pullsOf } from './github_world.mjs';
import { pawl, runJson } from './lib.mjs';

const permissions = { contents: 'write', pull_requests: 'write', issues: 'write', checks: 'read', statuses: 'read', actions: 'write' };

// A git on the path that writes its arguments down.
function watchGit(world) {
  const folder = path.join(world.folder, 'bin');
  fs.mkdirSync(folder);
  const real = world.env.PATH.split(':').map((one) => path.join(one, 'git')).find((one) => fs.existsSync(one));
  fs.writeFileSync(path.join(folder, 'git'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${world.folder}/argv'\nexec ${real} "$@"\n`, { mode: 0o755 });
  world.env.PATH = `${folder}:${world.env.PATH}`;
}

async function asApp(t, { install = true, granted = permissions } = {}) {
  const at = await atGitHub(t);
  const { github, world } = at;
  const app = await github.do('app', { slug: 'gate', owner: 'alice', permissions: granted });
  if (install) await github.do('install', { app: 'gate', account: 'alice', repositories: ['alice/box'] });
  const keyFile = path.join(world.folder, 'app.pem');
  fs.writeFileSync(keyFile, app.privateKey, { mode: 0o600 });
  delete world.env.PAWL_GITHUB_TOKEN;
  world.env.PAWL_GITHUB_APP_ID = String(app.id);
  world.env.PAWL_GITHUB_APP_KEY_FILE = keyFile;
  watchGit(world);
  return { ...at, app, keyFile };
}

function assertNowhere(folder, except, secrets) {
  const visit = (at) => fs.readdirSync(at, { withFileTypes: true }).forEach((entry) => {
    const full = path.join(at, entry.name);
    if (entry.isDirectory()) return visit(full);
    if (!entry.isFile() || full === except) return undefined;
    const bytes = fs.readFileSync(full);
    for (const secret of secrets) assert.ok(!bytes.includes(secret), `a secret is in ${full}`);
    return undefined;
  });
  visit(folder);
}

test('a whole run as an App, whose token expires in the middle', async (t) => {
  const { github, world, bob, app, keyFile } = await asApp(t);
  await github.do('fault', { rules: [{ match: { method: 'POST', path: '/pulls$' }, then: { expire: true } }] });
  const done = runJson(world, ['alice/box']);
  assert.equal(done.code, 0, done.err);
  const [pull, ...others] = await pullsOf(bob);
  assert.deepEqual(others, []);
  assert.equal(pull.user.login, 'gate[bot]');
  assert.equal(pull.head.ref, done.document.branch);
  const { tokens } = await github.do('tokens', { app: 'gate' });
  assert.equal(tokens.length, 2);
  const log = fs.readFileSync(github.log, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(log.filter((one) => (one.violations ?? []).length > 0), []);
  assert.equal(log.filter((one) => one.method === 'POST' && /\/pulls$/.test(one.path) && one.status === 201).length, 1);
  assert.ok(fs.readFileSync(path.join(world.folder, 'argv'), 'utf8').includes('push'));
  const lines = app.privateKey.trim().split('\n').slice(1, -1);
  const basic = tokens.map((token) => Buffer.from(`x-access-token:${token}`).toString('base64'));
  assertNowhere(world.folder, keyFile, [...tokens, ...basic, ...lines]);
  for (const secret of [...tokens, ...lines]) assert.ok(!(done.out + done.err).includes(secret));

  // The budget is the installation's, whichever token asks.
  const listed = json(pawl(world, ['pr', 'list', 'alice/box', '--json'])).pulls;
  assert.deepEqual(listed.map((one) => one.number), [pull.number]);
  assert.equal((await github.do('tokens', { app: 'gate' })).tokens.length, 3);
  const budget = pawl(world, ['api-budget', '--json']);
  assert.equal(budget.code, 0, budget.err);
  assert.match(budget.out, new RegExp(`app-${app.id}-alice`));
});

test('what is wrong with an App is said before a run begins', async (t) => {
  const { github, world, keyFile } = await asApp(t, { install: false, granted: { contents: 'read', pull_requests: 'write' } });
  const none = pawl(world, ['run', 'alice/box', '--yes']);
  assert.equal(none.code, 4, none.err);
  assert.match(none.err, /is not installed on alice\/box; install it there/);
  await github.do('install', { app: 'gate', account: 'alice' });
  const reads = pawl(world, ['run', 'alice/box', '--yes']);
  assert.equal(reads.code, 4, reads.err);
  assert.match(reads.err, /may not push to alice\/box .* give the App Contents and Pull requests/s);
  fs.chmodSync(keyFile, 0o644);
  const open = pawl(world, ['run', 'alice/box', '--yes']);
  assert.equal(open.code, 2, open.err);
  assert.match(open.err, /others may read it; run: chmod 600/);
  world.env.PAWL_GITHUB_APP_ID = '999999';
  fs.chmodSync(keyFile, 0o600);
  const unknown = pawl(world, ['run', 'alice/box', '--yes']);
  assert.equal(unknown.code, 4, unknown.err);
  assert.match(unknown.err, /there is no GitHub App 999999/);
});
