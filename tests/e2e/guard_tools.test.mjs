// `pawl guard check` without --fast: builds and tests of any change of any repository, in the
// sandbox, with the findings a run has for it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { breakingBox, files, noSandbox, pathWithoutCargo, rightBox, runPlan, write } from './box.mjs';
import {
  checkoutPrint, git, journal, makeRepo, makeWorld, pawl, runFolders, startPawl, until,
} from './lib.mjs';

async function inWorld(body, content = files) {
  const world = makeWorld();
  try {
    return await body(world, makeRepo(world, content));
  } finally {
    world.remove();
  }
}

const check = (world, repo, ...args) => pawl(world, ['guard', 'check', '--repo', repo, '--json', ...args]);
const refused = (findings) => findings.filter((one) => one.standing === 'refuses')
  .map(({ rule, path: file, line, message, feedback, fingerprint }) => ({ rule, file, line, message, feedback, fingerprint }));
const rulingOf = (document, id) => document.guards.find((guard) => guard.id === id);
const scratchOf = (world) => {
  const folder = path.join(world.state, 'scratch');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};
const refsOf = (repo) => git(repo, 'for-each-ref') + git(repo, 'worktree', 'list') + git(repo, 'count-objects', '-v');

test('the same bad change gets the findings of a run, however it comes', { skip: noSandbox }, () => inWorld((world, repo) => {
  const run = runPlan(world, repo, ['box.js'], [write('box.js', breakingBox), write('box.js', breakingBox)]);
  assert.equal(run.code, 6, run.err);
  const event = journal(runFolders(world)[0]).find((one) => one.kind === 'subtask.refused');
  const expected = refused(event.data.findings);
  assert.deepEqual(expected.map((one) => one.rule), ['tests/regression']);

  fs.writeFileSync(path.join(repo, 'box.js'), breakingBox);
  const patch = path.join(world.folder, 'change.patch');
  fs.writeFileSync(patch, `${git(repo, 'diff')}\n`);
  const print = checkoutPrint(repo);
  const refs = refsOf(repo);
  const worktree = check(world, repo);
  assert.equal(worktree.code, 6, worktree.err);
  assert.match(worktree.err, /on the base: npm tests\n[^]*with the change: npm tests\n/);
  const document = JSON.parse(worktree.out);
  assert.deepEqual(refused(document.findings), expected);
  const before = document.findings.filter((one) => one.standing === 'pre_existing').map((one) => one.rule);
  assert.ok(before.includes('tests/still-fails') && before.includes('tests/flaky'), before.join());
  assert.equal(checkoutPrint(repo), print);
  assert.equal(refsOf(repo), refs);
  assert.deepEqual(scratchOf(world).filter((name) => name.startsWith('guard')), []);

  git(repo, 'stash');
  assert.deepEqual(refused(JSON.parse(check(world, repo, '--patch', patch).out).findings), expected);
  git(repo, 'stash', 'pop');
  git(repo, 'add', '-A');
  assert.deepEqual(refused(JSON.parse(check(world, repo, '--staged').out).findings), expected);
  git(repo, 'commit', '-qm', 'bad');
  assert.deepEqual(refused(JSON.parse(check(world, repo, '--head', 'HEAD').out).findings), expected);

  // The repair of it, and both commits together: nothing to refuse.
  fs.writeFileSync(path.join(repo, 'box.js'), rightBox);
  assert.equal(check(world, repo, '--only', 'tests').code, 0);
  git(repo, 'commit', '-qam', 'good');
  const range = check(world, repo, '--only', 'tests', '--base', 'HEAD~2', '--head', 'HEAD');
  assert.equal(range.code, 0, range.out);
  const { ruling, reason } = rulingOf(JSON.parse(range.out), 'tests');
  // Without cargo nobody knows whether the Rust part has tests.
  if (reason === '') assert.equal(ruling, 'pass');
  else assert.match(reason, /cargo is not installed/);
}));

test('with --fast nothing of it is run, nor what no wanted guard asks for', () => inWorld((world, repo) => {
  fs.writeFileSync(path.join(repo, 'box.js'), breakingBox);
  for (const args of [['--fast'], ['--skip', 'build,tests'], ['--only', 'syntax,secrets']]) {
    const done = check(world, repo, ...args);
    assert.equal(done.code, 0, done.out);
    assert.equal(done.err, '', args.join(' '));
  }
  if (!noSandbox) {
    const tests = check(world, repo, '--only', 'tests');
    assert.match(tests.err, /npm tests/);
    assert.doesNotMatch(tests.err, /build/);
    const build = check(world, repo, '--skip', 'tests');
    assert.match(build.err, /Rust build/);
    assert.doesNotMatch(build.err, /tests/);
  }
  // A document is nothing a test could notice; a file that does not parse is refused without one.
  git(repo, 'checkout', '--quiet', 'box.js');
  fs.writeFileSync(path.join(repo, 'README.md'), '# box\n');
  assert.equal(check(world, repo).err, '');
  fs.writeFileSync(path.join(repo, 'package.json'), '{,}\n');
  const broken = check(world, repo);
  assert.equal(broken.code, 6);
  assert.equal(broken.err, '');
  const tests = rulingOf(JSON.parse(broken.out), 'tests');
  assert.equal(tests.ruling, 'unknown');
  assert.match(tests.reason, /refuses the change already/);
}));

test('what cannot be checked is told, and refuses where it is required', { skip: noSandbox }, () => inWorld((world, repo) => {
  fs.writeFileSync(path.join(repo, 'box.js'), rightBox);
  const env = { PATH: pathWithoutCargo(world) };
  const call = (...args) => pawl(world, ['guard', 'check', '--repo', repo, '--only', 'build', ...args], { env });
  const told = call();
  assert.equal(told.code, 0, told.out);
  assert.match(told.out, /not checked: build: .*tool.*cargo is not installed/);
  const required = call('--require', 'build');
  assert.equal(required.code, 6);
  assert.match(required.out, /build\/not-checked/);
}));

test('tests that do not end in time are not checked', { skip: noSandbox }, () => inWorld((world, repo) => {
  fs.writeFileSync(path.join(repo, 'box.js'), rightBox);
  const env = { PAWL_CHECKS_TEST_TIMEOUT: '1' };
  const args = ['guard', 'check', '--repo', repo, '--only', 'tests'];
  const slow = pawl(world, args, { env });
  assert.equal(slow.code, 0, slow.out);
  assert.match(slow.out, /not checked: tests: .*no end within 1/);
  assert.equal(pawl(world, [...args, '--require', 'tests'], { env }).code, 6);
  assert.deepEqual(scratchOf(world), []);
}, endless));

const endless = {
  'package.json': JSON.stringify({ name: 'box', version: '1.0.0', scripts: { test: 'node wait.js' } }),
  'wait.js': 'setInterval(() => {}, 1000);\n',
  'box.js': files['box.js'],
};

test('an interrupted check leaves nothing, and what a killed one leaves is swept', { skip: noSandbox }, () => inWorld(async (world, repo) => {
  fs.writeFileSync(path.join(repo, 'box.js'), rightBox);
  const print = checkoutPrint(repo);
  const refs = refsOf(repo);
  const start = async () => {
    const started = startPawl(world, ['guard', 'check', '--repo', repo, '--only', 'tests']);
    await until(() => started.errText().includes('npm tests'), 'the tests to begin');
    return started;
  };
  const interrupted = await start();
  interrupted.child.kill('SIGINT');
  const stopped = await interrupted.ended;
  assert.equal(stopped.code, 130, stopped.err);
  assert.equal(stopped.out, '');
  assert.deepEqual(scratchOf(world), []);

  const killed = await start();
  killed.child.kill('SIGKILL');
  await killed.ended;
  const left = scratchOf(world);
  assert.ok(left.length > 0);
  // Another check that still works keeps its folder.
  const working = await start();
  const [mine] = scratchOf(world).filter((name) => !name.endsWith('.lock'));
  assert.ok(!left.includes(mine), 'what was left is still there');
  assert.equal(check(world, repo, '--only', 'syntax').code, 0);
  assert.deepEqual(scratchOf(world), [mine, `${mine}.lock`]);
  working.child.kill('SIGINT');
  await working.ended;
  assert.deepEqual(scratchOf(world), []);
  assert.equal(checkoutPrint(repo), print);
  assert.equal(refsOf(repo), refs);
}, endless));

test('code of the repository gets out of the sandbox nowhere', { skip: noSandbox }, () => inWorld((world, repo) => {
  const done = check(world, repo, '--head', 'HEAD', '--only', 'tests');
  assert.equal(done.code, 6, done.err);
  const [finding] = JSON.parse(done.out).findings;
  assert.match(finding.feedback, /out is closed/);
  assert.ok(!fs.existsSync(path.join(world.home, 'pwned')));
}, {
  'package.json': JSON.stringify({ name: 'box', version: '1.0.0', scripts: { test: 'node --test' } }),
  'box.test.js': `const test = require('node:test');
const fs = require('node:fs');
const path = require('node:path');

test('out', () => {
  const home = path.join(__dirname.split('/pawl/state/')[0], 'home', 'pwned');
  try { fs.writeFileSync(home, ''); } catch (error) { throw new Error('out is closed: ' + error.code); }
});
`,
}));

test('bare repositories, folders below the root, linked worktrees and links', { skip: noSandbox }, () => inWorld((world, repo) => {
  fs.symlinkSync('box.js', path.join(repo, 'lid.js'));
  fs.writeFileSync(path.join(repo, 'box.js'), breakingBox);
  const only = ['--only', 'tests'];
  assert.equal(check(world, path.join(repo, 'tool'), ...only).code, 6);
  git(repo, 'add', '-A');
  git(repo, 'commit', '-qm', 'bad');
  const bare = path.join(world.folder, 'bare.git');
  git(world.folder, 'clone', '--quiet', '--bare', repo, bare);
  assert.equal(check(world, bare, ...only, '--head', 'HEAD').code, 6);
  const linked = path.join(world.folder, 'linked');
  git(repo, 'worktree', 'add', '--quiet', linked, 'HEAD~1');
  assert.equal(check(world, linked, ...only, '--base', 'HEAD', '--head', 'main').code, 6);
  assert.equal(check(world, linked, ...only).code, 0);
}));

test('a scanner of any kind is run on base and head', { skip: noSandbox }, () => inWorld((world, repo) => {
  const bin = path.join(world.folder, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'find-eval'), `#!/bin/sh
results=
for file in *.js; do
  grep -q eval "$file" && results="$results\${results:+,}{\\"ruleId\\":\\"eval\\",\\"level\\":\\"error\\",\\"message\\":{\\"text\\":\\"no eval\\"},\\"locations\\":[{\\"physicalLocation\\":{\\"artifactLocation\\":{\\"uri\\":\\"$file\\"},\\"region\\":{\\"startLine\\":1}}}]}"
done
echo "{\\"version\\":\\"2.1.0\\",\\"runs\\":[{\\"tool\\":{\\"driver\\":{\\"name\\":\\"find-eval\\"}},\\"results\\":[$results]}]}"
`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}`, PAWL_GUARDS_SCANNERS: 'find-eval=find-eval' };
  const scan = () => pawl(world, ['guard', 'check', '--repo', repo, '--json', '--only', 'scanners'], { env });
  fs.writeFileSync(path.join(repo, 'box.js'), 'exports.open = (text) => eval(text);\n');
  const added = scan();
  assert.equal(added.code, 6, added.out);
  assert.match(added.err, /scanning base and head: find-eval/);
  assert.deepEqual(JSON.parse(added.out).findings.map((one) => `${one.rule} ${one.path}`), ['scanners/new-finding box.js']);
  git(repo, 'commit', '-qam', 'eval');
  fs.appendFileSync(path.join(repo, 'box.js'), 'exports.close = () => 0;\n');
  assert.equal(scan().code, 0);
}));

test('URLs that nobody may ask for are not checked', () => inWorld((world, repo) => {
  fs.writeFileSync(path.join(repo, 'README.md'), '# box\n\nSee https://www.iana.org/manual for more.\n');
  const offline = pawl(world, ['guard', 'check', '--repo', repo, '--only', 'url-grounding', '--require', 'url-grounding'],
    { env: { GITOMA_URL_GROUNDING_OFFLINE: '1' } });
  assert.equal(offline.code, 6, offline.out);
  assert.match(offline.out, /could not be checked: https:\/\/www\.iana\.org\/manual was not checked/);
}));
