// How runs behave on GitHub towards people: who pushes to a branch has it, nobody is asked twice, and where a run may not push it
// uses a fork.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { atGitHub, boxFiles, checkLog, does, json, pullsOf } from './github_world.mjs';
import { pawl, runFolders, runJson, startPawl, until } from './lib.mjs';

// What recipes find here, a concern each: syntax, commands, links, licence.
const padFiles = {
  'package.json': JSON.stringify({
    name: 'tiny-pad', version: '1.2.3', description: 'Pads text on the left.', license: 'MIT',
    author: 'Ada Example <ada@example.org>', main: 'index.js', scripts: { test: 'node test.js', build: 'node index.js' },
  }, null, 2) + '\n',
  'index.js': 'module.exports = function pad(text, n) {\n  return text.padStart(n);\n};\n',
  'test.js': "const pad = require('./');\nif (pad('a', 3) !== '  a') process.exit(1);\n",
  'colours.json': '{\n  "red": "#f00",\n  "green": "#0f0",\n}\n',
  'README.md': '# tiny-pad\n\nPads text on the left. See [the guide](doc/guide.md).\n\n## Tests\n\n```sh\nnpm run biuld\n```\n',
  'docs/guide.md': '# Guide\n\nCall it.\n',
  '.gitignore': 'node_modules/\n',
};
const commit = (github, repo, branch, author, files) => github.do('commit', { repo, branch, author, files });
const concernsOf = (pull) => JSON.parse(/<!-- pawl-concerns: (\[.*\]) -->/.exec(pull.body)[1]);

test('three nights on GitHub: one merged, one closed, one left open and pushed to: nothing twice', async (t) => {
  const { github, world, bob } = await atGitHub(t, { files: padFiles, name: 'pad' });
  const night = () => runJson(world, ['alice/pad']);
  const newest = async () => (await pullsOf(bob, 'pad'))[0];
  const states = async () => (await pullsOf(bob, 'pad')).reverse().map((one) => `#${one.number} ${one.merged_at ? 'merged' : one.state}`).join(', ');

  const first = night();
  assert.equal(first.code, 0, first.err);
  const one = await newest();
  assert.deepEqual(concernsOf(one), ['recipe:syntax']);
  does(world, ['pr', 'merge', String(one.number), 'alice/pad', '--squash']);

  const second = night();
  assert.equal(second.code, 0, second.err);
  const two = await newest();
  assert.deepEqual(concernsOf(two), ['recipe:commands']);
  does(world, ['pr', 'close', String(two.number), 'alice/pad']);

  const third = night();
  assert.equal(third.code, 0, third.err);
  const three = await newest();
  assert.deepEqual(concernsOf(three), ['recipe:links']);
  assert.match(third.err, new RegExp(`left out T\\d{3}-S\\d{2}: pull request #${two.number} \\(.*\\) offered it, and was closed without a merge`));

  // A person works on the third one meanwhile: it is theirs, also when somebody resumes its run.
  const theirs = (await commit(github, 'alice/pad', three.head.ref, 'alice', { 'docs/guide.md': '# Guide\n\nCall it twice.\n' })).sha;
  const fourth = night();
  assert.equal(fourth.code, 0, fourth.err);
  assert.match(fourth.err, new RegExp(`open from earlier runs: #${three.number} .*\\(somebody pushed to its branch: it is left alone\\)`));
  assert.deepEqual(concernsOf(await newest()), ['recipe:licence']);
  const fifth = night();
  assert.equal(fifth.code, 3, fifth.err);
  assert.equal(await states(), `#${one.number} merged, #${two.number} closed, #${three.number} open, #${(await newest()).number} open`);
  const now = (await bob.rest('GET', `/repos/alice/pad/pulls/${three.number}`)).body;
  assert.deepEqual([now.head.sha, now.body, now.comments], [theirs, three.body, 0]);
  const listed = json(does(world, ['pr', 'list', 'alice/pad', '--json'])).pulls;
  assert.deepEqual(listed.map((each) => each.frozen), [false, false, true, false]);
  const summary = await checkLog(github, bob, world);
  t.diagnostic(`${summary.requests} requests, none outside GitHub's schemas`);
});

test('a branch that a person pushed to while the run was away is theirs from then on', async (t) => {
  const { github, world, bob } = await atGitHub(t);
  // Killed when the pull request is open, and before it knew that.
  await github.do('fault', { rules: [{ match: { method: 'POST', path: '/pulls$' }, then: { hold: 'opened' } }] });
  const { child, ended } = startPawl(world, ['run', 'alice/box', '--yes']);
  let waiting = [];
  const look = setInterval(async () => { waiting = (await github.do('faults')).waiting; }, 20);
  await until(() => waiting.length > 0, 'the request for a pull request');
  clearInterval(look);
  child.kill('SIGKILL');
  await ended;
  await github.do('release', { name: 'opened' });
  const [before] = await pullsOf(bob);
  const { sha } = await commit(github, 'alice/box', before.head.ref, 'alice', { 'docs/guide.md': '# Guide\n\nMine.\n' });
  for (let times = 0; times < 2; times += 1) {
    const resumed = pawl(world, ['run', 'alice/box', '--yes', '--json', '--resume']);
    assert.equal(resumed.code, 4, resumed.err);
    assert.match(json(resumed).reason, /somebody pushed to the branch .* since this run did .*it is theirs from now on/);
    // Once theirs, it stays so.
    if (times === 0) await github.do('commit', { repo: 'alice/box', branch: before.head.ref, author: 'alice', files: { 'a.txt': 'a\n' }, parent: before.head.sha, force: true });
  }
  const pulls = await pullsOf(bob);
  assert.equal(pulls.length, 1);
  assert.notEqual(pulls[0].head.sha, before.head.sha);
  assert.notEqual(pulls[0].head.sha, sha);
  assert.equal(pulls[0].body, before.body);
  await checkLog(github, bob, world);
});

test('where a run may not push it uses a fork, once', async (t) => {
  const { github, world, bob, alice, repo } = await atGitHub(t, { role: 'read' });
  // Both answers are lost: the fork and the pull request are there all the same.
  await github.do('fault', { rules: [{ match: { method: 'POST', path: '/forks$' }, then: { lose: true } }, { match: { method: 'POST', path: '/pulls$' }, then: { lose: true } }] });
  const done = runJson(world, ['alice/box']);
  assert.equal(done.code, 0, done.err);
  const [pull, ...others] = await pullsOf(alice);
  assert.deepEqual(others, []);
  assert.equal(pull.head.repo.full_name, 'bob/box');
  assert.equal(pull.head.ref, done.document.branch);
  assert.deepEqual((await alice.rest('GET', '/repos/alice/box/branches')).body.map((one) => one.name), ['main']);
  assert.deepEqual((await alice.rest('GET', '/repos/alice/box/forks')).body.map((one) => one.full_name), ['bob/box']);
  assert.deepEqual(fs.readdirSync(path.join(world.state, 'worktrees')), [], done.err);
  const [listed] = json(does(world, ['pr', 'list', 'alice/box', '--json'])).pulls;
  assert.deepEqual([listed.run, listed.head_repository], [done.document.run, 'bob/box']);
  // The next night knows it; a fork that is behind is brought up to date.
  assert.equal(runJson(world, ['alice/box']).code, 3);
  does(world, ['pr', 'close', String(pull.number), 'alice/box']);
  await commit(github, 'alice/box', 'main', 'alice', { 'docs/more.md': '# More\n\nSee [the guide](../doc/guide.md).\n', 'README.md': '# Box\n\nA box that opens.\n' });
  const next = runJson(world, ['alice/box'], { env: { PAWL_PLAN_RULES_OFF: 'earlier-offers' } });
  assert.equal(next.code, 0, next.err);
  const tip = async (name, branch = 'main') => (await bob.rest('GET', `/repos/${name}/branches/${branch}`)).body.commit?.sha;
  assert.equal(await tip('bob/box'), await tip('alice/box'));
  assert.equal((await pullsOf(alice)).length, 2);
  // The proof is beside the branch, in the fork.
  const proven = pawl(world, ['verify', String(next.document.pr.number), 'alice/box', '--json']);
  assert.equal(proven.code, 0, proven.out + proven.err);
  assert.equal((await bob.rest('GET', `/repos/bob/box/git/ref/pawl/proofs/${next.document.run}`)).status, 200);
  assert.equal((await bob.rest('GET', `/repos/alice/box/git/ref/pawl/proofs/${next.document.run}`)).status, 404);
  // A fork is not waited for to get a branch that is younger than it.
  does(world, ['pr', 'close', String(next.document.pr.number), 'alice/box']);
  await commit(github, 'alice/box', 'next', 'alice', { 'docs/later.md': '# Later\n' });
  const begun = Date.now();
  const younger = runJson(world, ['alice/box', '--base', 'next'], { env: { PAWL_PLAN_RULES_OFF: 'earlier-offers' } });
  assert.equal(younger.code, 0, younger.err);
  assert.ok(Date.now() - begun < 60_000, `waited ${Date.now() - begun} ms`);
  assert.equal(await tip('bob/box', 'next'), undefined);
  const [last] = await pullsOf(alice);
  assert.deepEqual([last.base.ref, last.head.repo.full_name], ['next', 'bob/box']);
  // No fork without leave, and none of what may not be forked.
  const never = pawl(world, ['run', 'alice/box', '--yes'], { env: { PAWL_FORGE_FORK: 'false' } });
  assert.equal(never.code, 4, never.err);
  assert.match(never.err, /may not push to alice\/box.*forge\.fork/);
  await repo('secret', { private: true, allowForking: false });
  const secret = pawl(world, ['run', 'alice/secret', '--yes']);
  assert.equal(secret.code, 4, secret.err);
  assert.match(secret.err, /may not push to alice\/secret.*and not fork it/);
  await checkLog(github, bob, world);
});

test('what GitHub does not take is kept here, and opened when it does', async (t) => {
  const { github, world, bob } = await atGitHub(t);
  await github.do('fault', { rules: [{ match: { method: 'POST', path: '/repos/alice/box/pulls$' }, times: 9, then: { status: 403, body: { message: 'Resource not accessible by personal access token' } } }] });
  const done = runJson(world, ['alice/box']);
  assert.equal(done.code, 4, done.err);
  const reason = json(pawl(world, ['status', 'alice/box', '--json'])).reason ?? done.document.reason;
  assert.match(reason, /not accessible .*the branch pawl\/improve-?.* is kept in .*, and the pull request as local:alice\/box#1/);
  const here = { env: { PAWL_FORGE: 'local' } };
  assert.match(pawl(world, ['pr', 'show', '1', 'alice/box'], here).out, /^#1 /);
  assert.match(pawl(world, ['pr', 'diff', '1', 'alice/box'], here).out, /^\+.*docs\/guide\.md/m);
  await github.do('clear-faults');
  const resumed = pawl(world, ['run', 'alice/box', '--yes', '--json', '--resume']);
  assert.equal(resumed.code, 0, resumed.err);
  assert.equal((await pullsOf(bob)).length, 1);
  assert.match(pawl(world, ['pr', 'show', '1', 'alice/box'], here).out, /\nclosed, /);
  await checkLog(github, bob, world);
});

test('no more pull requests an hour than the settings allow, whoever runs Pawl', async (t) => {
  const { github, world, bob } = await atGitHub(t, { files: padFiles, name: 'pad' });
  const night = () => runJson(world, ['alice/pad'], { env: { PAWL_FORGE_OPEN_PER_HOUR: '' } });
  assert.equal(night().code, 0);
  // Another machine: it knows only what the forge says.
  fs.rmSync(world.env.PAWL_HOME, { recursive: true, force: true });
  assert.equal(night().code, 0);
  fs.rmSync(world.env.PAWL_HOME, { recursive: true, force: true });
  const full = night();
  assert.equal(full.code, 4, full.err);
  assert.match(full.err, /2 pull requests of Pawl's were opened here within the last hour, and no more than 2 may be \(forge\.open_per_hour\)/);
  assert.deepEqual(runFolders(world), []);
  assert.equal((await pullsOf(bob, 'pad')).length, 2);
  await checkLog(github, bob, world);
});

test('what a person offers with the very same files is not offered again', async (t) => {
  const { github, world, bob, alice } = await atGitHub(t);
  const mended = boxFiles['README.md'].replace('doc/guide.md', 'docs/guide.md');
  await commit(github, 'alice/box', 'mine', 'alice', { 'README.md': mended });
  const mine = (await alice.rest('POST', '/repos/alice/box/pulls', { title: 'Mend the link', head: 'mine', base: 'main' })).body;
  const done = runJson(world, ['alice/box']);
  assert.equal(done.code, 3, done.err);
  assert.match(done.document.reason, new RegExp(`pull request #${mine.number} \\(.*\\) is open with the very same files`));
  assert.equal((await pullsOf(bob)).length, 1);
  assert.deepEqual((await bob.rest('GET', '/repos/alice/box/branches')).body.map((one) => one.name).sort(), ['main', 'mine']);
  await checkLog(github, bob, world);
});

test('what could not be verified is a draft, until a person says that it is ready', async (t) => {
  const { github, world, bob } = await atGitHub(t);
  const done = runJson(world, ['alice/box'], { env: { PAWL_FORGE_DRAFT: 'always' } });
  assert.equal(done.code, 0, done.err);
  const [pull] = await pullsOf(bob);
  assert.equal(pull.draft, true);
  const number = String(pull.number);
  const early = pawl(world, ['pr', 'merge', number, 'alice/box', '--squash']);
  assert.equal(early.code, 8, early.err);
  assert.match(early.err, /draft/);
  assert.equal(json(does(world, ['pr', 'ready', number, 'alice/box', '--json'])).draft, false);
  does(world, ['pr', 'ready', number, 'alice/box']);
  does(world, ['pr', 'merge', number, 'alice/box', '--squash']);
  await checkLog(github, bob, world);
});

test("the login of GitHub's own program is used where no token is set", async (t) => {
  const { github, world, bob } = await atGitHub(t);
  const token = world.env.PAWL_GITHUB_TOKEN;
  delete world.env.PAWL_GITHUB_TOKEN;
  const folder = path.join(world.home, '.config', 'gh');
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'hosts.yml');
  fs.writeFileSync(file, `127.0.0.1:\n    oauth_token: ${token}\n    user: bob\n    git_protocol: https\n`, { mode: 0o600 });
  assert.equal(pawl(world, ['run', 'alice/box', '--yes'], { env: { PAWL_GITHUB_GH_LOGIN: 'false' } }).code, 4);
  const done = runJson(world, ['alice/box']);
  assert.equal(done.code, 0, done.err);
  assert.equal((await pullsOf(bob)).length, 1);
  fs.rmSync(file);
  // A keyring has the token: gh is asked for it.
  fs.writeFileSync(file, '127.0.0.1:\n    user: bob\n', { mode: 0o600 });
  const bin = path.join(world.folder, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'gh'), `#!/bin/sh\ntouch "$HOME/started"\n[ "$*" = "auth token --hostname 127.0.0.1" ] && cat "$HOME/keyring"\n`, { mode: 0o755 });
  fs.writeFileSync(path.join(world.home, 'keyring'), `${token}\n`);
  const withGh = { env: { PATH: `${bin}:${process.env.PATH}` } };
  const started = path.join(world.home, 'started');
  for (const args of [['list'], ['status'], ['logs'], ['memory', 'list', 'alice/box'], ['clean', '--dry-run'], ['schemas', 'list']]) {
    pawl(world, args, withGh);
    assert.ok(!fs.existsSync(started), `gh was started for ${args.join(' ')}`);
  }
  const listed = pawl(world, ['pr', 'list', 'alice/box', '--json'], withGh);
  assert.equal(listed.code, 0, listed.err);
  assert.ok(fs.existsSync(started));
  assert.equal(json(listed).pulls.length, 1);
  fs.rmSync(path.join(world.home, 'keyring'));
  await checkLog(github, bob, world);
});

test('what a repository asks of contributions is heeded: none of programs, said where it is asked for, signed off, in its own form', async (t) => {
  const { github, world, bob, repo } = await atGitHub(t, { name: '' });
  await repo('closed', { files: { ...boxFiles, 'CONTRIBUTING.md': '# Contributing\n\nBe kind.\n\nWe do not accept AI-generated pull requests.\n' } });
  const refused = runJson(world, ['alice/closed']);
  assert.equal(refused.code, 4, refused.err);
  assert.match(refused.document.reason, /wants no contributions of programs: CONTRIBUTING\.md:5 says "We do not accept AI-generated pull requests\."/);
  assert.equal(refused.document.cost.calls, 0);
  assert.deepEqual(await pullsOf(bob, 'closed'), []);
  const own = runJson(world, ['alice/closed'], { env: { PAWL_FORGE_AI_POLICY: 'ignore' } });
  assert.equal(own.code, 0, own.err);

  const template = '<!-- Thank you! -->\n## Description\n\n<!-- What? -->\n\n## Related issue\n\n## Testing\n\n## Checklist\n\n- [ ] I have read it\n';
  await repo('open', { files: {
    ...boxFiles, '.github/PULL_REQUEST_TEMPLATE.md': template, '.github/PULL_REQUEST_TEMPLATE/other.md': '## Other\n',
    'CONTRIBUTING.md': 'If you use any kind of AI assistance, it must be disclosed.\n\nCommits follow the Developer Certificate of Origin.\n',
  } });
  const done = runJson(world, ['alice/open']);
  assert.equal(done.code, 0, done.err);
  const [pull] = await pullsOf(bob, 'open');
  assert.match(pull.body, /^## Disclosure\n\nA program, Pawl .*CONTRIBUTING.*asks to say so: "If you use any kind of AI assistance, it must be disclosed\\?\."/);
  const heads = [...pull.body.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
  assert.deepEqual(heads.slice(0, 5), ['Disclosure', 'Description', 'Related issue', 'Testing', 'Checklist']);
  assert.match(pull.body, /## Description\n\n### What was broken\n/);
  assert.match(pull.body, /## Related issue\n\nNone\.\n/);
  assert.match(pull.body, /- \[ \] I have read it/);
  assert.doesNotMatch(pull.body, /Thank you!|## Other/);
  const message = (await bob.rest('GET', `/repos/alice/open/commits/${pull.head.sha}`)).body.commit.message;
  assert.match(message, /\nSigned-off-by: Pawl <pawl@localhost>$/);
  await checkLog(github, bob, world);
});
