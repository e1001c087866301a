// Commits that are signed, by a key made for the test. A machine without the programs for it passes these tests over.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, makeRepo, makeWorld, manyRecipes, pawl, runJson } from './lib.mjs';

const files = { 'README.md': '# Box\n\nSee [the guide](doc/guide.md).   \n', 'docs/guide.md': '# Guide\n\nOpen it.', 'LICENSE': 'Copyright Ada Example. All rights are hers.\n' };
const without = (program, ...words) => (spawnSync(program, words).error ? `${program} is not installed` : false);
const noSsh = without('ssh-keygen', '-?');
const noGpg = without('gpg', '--version');

function prepared(t, env) {
  const world = makeWorld();
  t.after(() => world.remove());
  Object.assign(world.env, { PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1', PAWL_RECIPES_ENABLED: manyRecipes, ...env });
  return { world, repo: makeRepo(world, files) };
}

function bySsh(t) {
  const made = prepared(t, { PAWL_COMMITS_SIGN: 'ssh' });
  const { world } = made;
  const key = path.join(world.folder, 'key');
  assert.equal(spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'bot', '-f', key]).status, 0);
  fs.writeFileSync(path.join(world.folder, 'allowed'), `pawl@localhost ${fs.readFileSync(`${key}.pub`, 'utf8')}`);
  world.env.PAWL_COMMITS_SIGN_KEY_ID = key;
  return { ...made, key, check: ['-c', 'gpg.format=ssh', '-c', `gpg.ssh.allowedSignersFile=${path.join(world.folder, 'allowed')}`] };
}

// The commits of the run, each of which git takes for signed.
function signedCommits(repo, document, verify) {
  const commits = git(repo, 'rev-list', `main..${document.branch}`).split('\n');
  assert.ok(commits.length > 1, 'a chain of signed commits');
  commits.forEach(verify);
  assert.equal(git(repo, 'for-each-ref', 'refs/pawl/beside'), '');
  return commits;
}

function assertReplayed(world, document) {
  const replayed = pawl(world, ['replay', document.run, '--json']);
  assert.equal(replayed.code, 0, replayed.err + replayed.out);
  const { same, subtasks } = JSON.parse(replayed.out);
  assert.equal(same, true);
  const done = subtasks.filter((one) => one.commit_then);
  assert.ok(done.length > 1);
  for (const one of done) assert.notEqual(one.commit_now, one.commit_then);
}

test('the commits of a run are signed by a key of ssh, and its replay needs no key', { skip: noSsh }, (t) => {
  const { world, key, repo, check } = bySsh(t);
  const done = runJson(world, [repo]);
  assert.ok([0, 7].includes(done.code), done.err);
  signedCommits(repo, done.document, (commit) => git(repo, ...check, 'verify-commit', commit));
  fs.rmSync(key);
  assertReplayed(world, done.document);
});

test('the commits of a run are signed by gpg, and its replay needs no key', { skip: noGpg }, (t) => {
  const { world, repo } = prepared(t, { PAWL_COMMITS_SIGN: 'gpg' });
  const home = path.join(world.folder, 'gnupg');
  fs.mkdirSync(home, { mode: 0o700 });
  const env = { PATH: process.env.PATH, HOME: world.home, GNUPGHOME: home };
  t.after(() => spawnSync('gpgconf', ['--kill', 'all'], { env }));
  const made = spawnSync('gpg', ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key', 'Pawl <pawl@localhost>', 'ed25519', 'sign', 'never'], { env, encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  world.env.GNUPGHOME = home;
  const done = runJson(world, [repo]);
  assert.ok([0, 7].includes(done.code), done.err);
  signedCommits(repo, done.document, (commit) => {
    const verified = spawnSync('git', ['-C', repo, 'verify-commit', commit], { env: { ...env, GIT_CONFIG_NOSYSTEM: '1' }, encoding: 'utf8' });
    assert.equal(verified.status, 0, verified.stderr);
  });
  spawnSync('gpgconf', ['--kill', 'all'], { env });
  fs.rmSync(home, { recursive: true });
  assertReplayed(world, done.document);
});

test('a run does not begin where commits cannot be signed', { skip: noSsh }, (t) => {
  const { world, key, repo } = bySsh(t);
  fs.rmSync(key);
  fs.rmSync(`${key}.pub`);
  const done = pawl(world, ['run', repo, '--yes']);
  assert.equal(done.code, 4, done.err);
  assert.match(done.err, /commits cannot be signed .*commits\.sign_key.*set commits\.sign to off/s);
});
