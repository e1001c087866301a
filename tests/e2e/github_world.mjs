// What tests of runs on GitHub share: a repository of alice's on the fake server, and bob, whose token Pawl has.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { startGitHub } from '../github/client.mjs';
import { makeWorld, pawl } from './lib.mjs';

// What a recipe finds here: a link that leads nowhere.
export const boxFiles = {
  'README.md': '# Box\n\nA box that opens. See [the guide](doc/guide.md).\n',
  'docs/guide.md': '# Guide\n\nOpen it.\n',
  'LICENSE': 'Copyright Ada Example. All rights are hers.\n',
};

// A server, a world whose Pawl has bob's token, and `repo(name, more)`, which makes a repository of alice's.
export async function atGitHub(t, { role = 'write', files = boxFiles, name = 'box', ...more } = {}) {
  const github = await startGitHub(t);
  const world = makeWorld();
  t.after(() => world.remove());
  const alice = await github.as('alice');
  const bob = await github.as('bob');
  const repo = (title, settings = {}) =>
    github.do('repo', { owner: 'alice', name: title, files, collaborators: { bob: role }, ...settings });
  if (name) await repo(name, more);
  Object.assign(world.env, {
    PAWL_GITHUB_API_URL: github.api, PAWL_GITHUB_TOKEN: bob.token, PAWL_GITHUB_WRITE_GAP_MS: '0', PAWL_FORGE_OPEN_PER_HOUR: '0', PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1',
  });
  return { github, world, alice, bob, repo };
}

export const json = (done) => JSON.parse(done.out);
export const pullsOf = async (who, name = 'box') => (await who.rest('GET', `/repos/alice/${name}/pulls?state=all&per_page=100`)).body;
export const does = (world, args, code = 0) => {
  const done = pawl(world, args);
  assert.equal(done.code, code, `${args.join(' ')}: ${done.err}`);
  return done;
};

// No request outside of GitHub's descriptions, no token anywhere; what the server counted.
export async function checkLog(github, bob, world) {
  const summary = await github.do('summary');
  const log = fs.readFileSync(github.log, 'utf8');
  const wrong = log.trim().split('\n').map((line) => JSON.parse(line)).filter((one) => (one.violations ?? []).length > 0);
  assert.deepEqual(wrong, [], 'a request or an answer that GitHub does not have');
  assert.ok(!log.includes(bob.token));
  const visit = (folder) => fs.readdirSync(folder, { withFileTypes: true }).forEach((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) visit(full);
    else if (entry.isFile()) assert.ok(!fs.readFileSync(full).includes(bob.token), `the token is in ${full}`);
  });
  visit(world.folder);
  return summary;
}
