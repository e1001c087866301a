// The proof of a pull request, done again: on the local forge and on the GitHub fake server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { atGitHub, checkLog } from './github_world.mjs';
import { git, makeRepo, makeWorld, manyRecipes, pawl, runFolders, runJson } from './lib.mjs';

const files = {
  'README.md': '# Box\n\nA box that opens. See [the guide](doc/guide.md).   \n',
  'docs/guide.md': '# Guide\n\nOpen it.',
  'LICENSE': 'Copyright Ada Example. All rights are hers.\n',
  'src/box.py': 'def open_box():\n    return 1\n',
};

const json = (done) => JSON.parse(done.out);
const hash = (text) => crypto.createHash('sha256').update(text).digest('hex');
const proofRef = (run) => `refs/pawl/proofs/${run}`;

// A world with one run behind it, whose pull request is in the local forge.
function withRun(t, env = {}) {
  const world = makeWorld();
  t.after(() => world.remove());
  Object.assign(world.env, { PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1', PAWL_RECIPES_ENABLED: manyRecipes, ...env });
  const repo = makeRepo(world, files);
  const done = runJson(world, [repo]);
  assert.ok([0, 7].includes(done.code), done.err);
  return { world, repo, run: done.document.run, number: String(done.document.pr.number), folder: runFolders(world)[0], document: done.document };
}

const verify = (world, ...args) => {
  const done = pawl(world, ['verify', ...args, '--json']);
  return { ...done, document: done.out ? json(done) : null };
};
const step = (document, name) => document.steps.find((one) => one.step === name);
const proofOf = (repo, run) => spawnSync('git', ['-C', repo, 'show', `${proofRef(run)}:proof.json`], { encoding: 'utf8' }).stdout;
const differing = (document) => document.steps.find((one) => one.outcome === 'differs');

// Another proof in the repository, and its digest in the pull request when `named`.
function replaceProof({ world, repo, run, number }, text, named) {
  const file = path.join(world.folder, 'other.json');
  fs.writeFileSync(file, text);
  const blob = git(repo, 'hash-object', '-w', file);
  const tree = spawnSync('git', ['-C', repo, 'mktree'], { encoding: 'utf8', input: `100644 blob ${blob}\tproof.json\n` }).stdout.trim();
  git(repo, 'update-ref', proofRef(run), git(repo, 'commit-tree', '-m', 'other', tree));
  if (!named) return;
  const body = json(pawl(world, ['pr', 'show', number, repo, '--json'])).body;
  const [, old] = body.match(/pawl-proof: ([0-9a-f]{64})/);
  const edited = pawl(world, ['pr', 'edit', number, repo, '--body', body.replaceAll(old, hash(text))]);
  assert.equal(edited.code, 0, edited.err);
}

test('a run leaves a proof, which can be done again', (t) => {
  const made = withRun(t);
  const { world, repo, run, number, document } = made;
  const text = proofOf(repo, run);
  const proof = JSON.parse(text);
  assert.equal(proof.run, run);
  assert.deepEqual(proof.commits.map((one) => one.commit), document.commits.map((one) => one.id));
  for (const commit of proof.commits) {
    assert.equal(commit.tree, git(repo, 'rev-parse', `${commit.commit}^{tree}`));
    assert.ok(commit.verdicts.length > 10);
    assert.match(commit.journal.digest, /^[0-9a-f]{64}$/);
  }
  assert.equal(proof.softened.settings['checks.run'], 'false');
  // Nothing of this machine.
  assert.ok(!text.includes(world.folder), 'a folder of this machine is in the proof');
  const { body } = json(pawl(world, ['pr', 'show', number, repo, '--json']));
  assert.ok(body.includes(`## Proof`) && body.includes(hash(text)), body);

  for (const args of [[number, repo], [`#${number}`, repo], [run]]) {
    const done = verify(world, ...args);
    assert.equal(done.code, 0, done.out + done.err);
    assert.equal(done.document.verified, 'verified');
    assert.deepEqual(done.document.steps.map((one) => one.step), ['digest', 'commits', 'journal', 'records', 'cost', 'verdicts']);
  }
  assert.match(pawl(world, ['verify', number, repo]).out, /^Verified\.$/m);

  // Elsewhere the journal is missing.
  fs.renameSync(made.folder, `${made.folder}-away`);
  const partly = verify(world, number, repo);
  assert.equal(partly.code, 7, partly.out + partly.err);
  assert.equal(partly.document.verified, 'partially');
  assert.match(step(partly.document, 'journal').says[0], /not on this machine/);
});

test('a line of the journal that was changed is seen, also where all links were written anew', (t) => {
  const { world, repo, run, number, folder } = withRun(t);
  const file = path.join(folder, 'events.jsonl');
  const whole = fs.readFileSync(file, 'utf8');
  const lines = whole.split('\n');
  const at = lines.findIndex((line) => line.includes('"kind":"guard.verdict"') && line.includes('"ruling":"pass"'));
  const changed = [...lines];
  changed[at] = lines[at].replace('"ruling":"pass"', '"ruling":"unknown"');
  fs.writeFileSync(file, changed.join('\n'));
  const one = verify(world, number, repo);
  assert.equal(one.code, 6, one.out + one.err);
  assert.equal(differing(one.document).step, 'journal');
  assert.match(differing(one.document).says[0], /between event \d+ and event \d+/);

  // Whoever can write the file can write all of it: what the proof noted shows it.
  let link = '';
  let since = '';
  const forged = changed.map((line) => {
    const bare = line.replace(/,"chain":"[0-9a-f]{64}"\}$/, '}');
    if (bare === line) {
      since += `${line}\n`;
      return line;
    }
    link = hash(`${link}${since}${bare}\n`);
    since = '';
    return `${bare.slice(0, -1)},"chain":"${link}"}`;
  });
  fs.writeFileSync(file, forged.join('\n'));
  const all = verify(world, run);
  assert.equal(all.code, 6, all.out + all.err);
  assert.match(differing(all.document).says[0], /is not the one the proof saw/);

  fs.writeFileSync(file, lines.filter((_, i) => i !== at).join('\n'));
  assert.equal(verify(world, number, repo).code, 6);
  fs.writeFileSync(file, whole);
  assert.equal(verify(world, number, repo).code, 0);
});

test('a verdict that was changed is seen, whatever was changed with it', (t) => {
  const made = withRun(t);
  const { world, repo, run, number, folder } = made;
  const text = proofOf(repo, run);
  const proof = JSON.parse(text);
  const verdict = proof.commits[0].verdicts.find((one) => one.ruling === 'not_applicable');
  verdict.ruling = 'pass';
  const other = `${JSON.stringify(proof, null, 2)}\n`;
  replaceProof(made, other, false);
  const alone = verify(world, number, repo);
  assert.equal(alone.code, 6);
  assert.equal(differing(alone.document).step, 'digest');
  // With its digest in the pull request: the journal has another one.
  replaceProof(made, other, true);
  const named = verify(world, number, repo);
  assert.equal(named.code, 6, named.out);
  assert.equal(differing(named.document).step, 'records');
  // Without the journal: the guard says something else.
  fs.renameSync(folder, `${folder}-away`);
  const judged = verify(world, number, repo);
  assert.equal(judged.code, 6, judged.out);
  assert.equal(differing(judged.document).step, 'verdicts');
  assert.match(differing(judged.document).says[0], new RegExp(`${verdict.guard} said pass, and says not_applicable now`));
});

test('a commit that was changed is seen', (t) => {
  const { world, repo, number, document } = withRun(t);
  const tip = git(repo, 'rev-parse', document.branch);
  const other = git(repo, 'commit-tree', '-m', 'other', '-p', `${tip}^`, `${tip}^{tree}`);
  git(repo, 'update-ref', `refs/heads/${document.branch}`, other);
  const moved = verify(world, number, repo);
  assert.equal(moved.code, 6, moved.out + moved.err);
  assert.equal(differing(moved.document).step, 'commits');
});

test('a branch that is gone accuses nobody: what cannot be looked at is unknown', async (t) => {
  const gone = (world, ...words) => {
    const done = verify(world, ...words);
    assert.equal(done.code, 7, done.out + done.err);
    assert.equal(done.document.verified, 'partially');
    assert.match(step(done.document, 'commits').says[0], /the branch .* is gone from .*cannot be looked at/);
    assert.equal(step(done.document, 'verdicts').outcome, 'unknown');
    assert.equal(step(done.document, 'records').outcome, 'same');
  };
  const { world, repo, number, run, document } = withRun(t);
  git(repo, 'update-ref', '-d', `refs/heads/${document.branch}`);
  git(repo, 'reflog', 'expire', '--expire=now', '--all');
  git(repo, 'gc', '--quiet', '--prune=now');
  gone(world, number, repo);
  gone(world, run);

  const at = await atGitHub(t, { files });
  const done = runJson(at.world, ['alice/box']);
  assert.equal(done.code, 0, done.err);
  const bare = path.join(at.github.folder, 'repositories');
  const [there] = fs.readdirSync(bare, { recursive: true }).filter((name) => fs.existsSync(path.join(bare, name, 'HEAD')));
  for (const ref of [`refs/heads/${done.document.branch}`, `refs/pull/${done.document.pr.number}/head`]) git(path.join(bare, there), 'update-ref', '-d', ref);
  gone(at.world, String(done.document.pr.number), 'alice/box');
});

test('what has no proof is not found', (t) => {
  const { world, repo, run, folder } = withRun(t);
  assert.equal(pawl(world, ['verify', '99', repo]).code, 9);
  assert.equal(pawl(world, ['verify', 'nobody-000000']).code, 9);
  git(repo, 'update-ref', '-d', proofRef(run));
  fs.rmSync(path.join(folder, 'artifacts', 'proof.json'));
  const gone = pawl(world, ['verify', run]);
  assert.equal(gone.code, 9, gone.err);
  assert.match(gone.err, /there is no proof of run/);
});

test('on GitHub: the proof is beside the branch, and is done again from there', async (t) => {
  const { github, world, bob } = await atGitHub(t, { files });
  const done = runJson(world, ['alice/box']);
  assert.equal(done.code, 0, done.err);
  const { number, url } = done.document.pr;
  for (const args of [[String(number), 'alice/box'], [url], [done.document.run]]) {
    const verified = verify(world, ...args);
    assert.equal(verified.code, 0, verified.out + verified.err);
  }
  const comments = (await bob.rest('GET', `/repos/alice/box/issues/${number}/comments`)).body;
  assert.deepEqual(comments, [], 'the proof makes no noise');
  // Merged by squash, and its branch gone: what was offered is still there.
  assert.equal(pawl(world, ['pr', 'merge', String(number), 'alice/box', '--squash']).code, 0);
  assert.equal(verify(world, url).code, 0);
  // Somebody's words in the pull request.
  const pull = (await bob.rest('GET', `/repos/alice/box/pulls/${number}`)).body;
  const digest = pull.body.match(/pawl-proof: ([0-9a-f]{64})/)[1];
  await bob.rest('PATCH', `/repos/alice/box/pulls/${number}`, { body: pull.body.replaceAll(digest, 'f'.repeat(64)) });
  const forged = verify(world, url);
  assert.equal(forged.code, 6, forged.out + forged.err);
  assert.equal(differing(forged.document).step, 'digest');
  await checkLog(github, bob, world);
});

test('builds and tests are run again when they are asked for', (t) => {
  const world = makeWorld();
  t.after(() => world.remove());
  Object.assign(world.env, { PAWL_GUARDS_URL_OFFLINE: '1', PAWL_RECIPES_ENABLED: 'markdown-links' });
  const repo = makeRepo(world, {
    'README.md': files['README.md'],
    'docs/guide.md': files['docs/guide.md'],
    'package.json': '{"name": "box", "version": "1.0.0", "scripts": {"test": "node --test"}}\n',
    'box.test.js': "const { test } = require('node:test');\ntest('opens', () => {});\n",
  });
  const done = runJson(world, [repo]);
  assert.equal(done.code, 0, done.err);
  const number = String(done.document.pr.number);
  const proof = JSON.parse(proofOf(repo, done.document.run));
  const ran = proof.commands.find((one) => one.on === 'head' && one.step === 'test');
  if (ran.outcome === 'unknown') return t.skip(`no tests can be run here: ${ran.reason}`);
  assert.equal(ran.exit_code, 0);
  assert.ok(proof.environment.programs.git.startsWith('git version'));
  const { body } = json(pawl(world, ['pr', 'show', number, repo, '--json']));
  assert.match(body, /exit code 0, passed/);

  const without = verify(world, number, repo);
  assert.equal(without.code, 7, without.out + without.err);
  assert.match(step(without.document, 'checks').says[0], /`--checks` runs them/);
  const again = verify(world, number, repo, '--checks');
  assert.equal(again.code, 0, again.out + again.err);
  assert.equal(step(again.document, 'checks').outcome, 'same');
});

test('a proof that could not be attached is attached by the resume, once', (t) => {
  const world = makeWorld();
  t.after(() => world.remove());
  Object.assign(world.env, { PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1' });
  const repo = makeRepo(world, files);
  // The repository takes no ref.
  const lock = path.join(repo, '.git', 'refs', 'pawl', 'proofs');
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  fs.writeFileSync(lock, 'in the way\n');
  const stopped = runJson(world, [repo]);
  assert.notEqual(stopped.code, 0);
  const kept = fs.readFileSync(path.join(runFolders(world)[0], 'artifacts', 'proof.json'), 'utf8');
  fs.rmSync(lock);
  const resumed = runJson(world, [repo, '--resume']);
  assert.equal(resumed.code, 0, resumed.err);
  assert.equal(proofOf(repo, resumed.document.run), kept);
  assert.equal(git(repo, 'rev-list', '--count', proofRef(resumed.document.run)), '1');
  assert.equal(verify(world, String(resumed.document.pr.number), repo).code, 0);
});
