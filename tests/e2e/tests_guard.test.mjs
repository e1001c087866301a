// Builds and tests in a run: the baseline is taken before anything is changed, a change that breaks
// a passing test is refused and the next prompt says which, a flaky test blames nobody, and what
// cannot be checked is reported in the pull request.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import {
  breakingBox, files, hasPytest, pathWithoutCargo, rightBox, runPlan, write,
} from './box.mjs';
import { git, journal, makeRepo, makeWorld, pawl, runFolders, runJson, writeScript } from './lib.mjs';

const prompts = (run) => {
  const model = path.join(run, 'model');
  return fs.readdirSync(model).sort().map((name) => fs.readFileSync(path.join(model, name), 'utf8'));
};
const pullRequest = (run) => fs.readFileSync(path.join(run, 'artifacts', 'pull-request.md'), 'utf8');
const flakyFiles = (world) => {
  const folder = path.join(world.state, 'flaky');
  return fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8')) : [];
};

function inWorld(body) {
  const world = makeWorld();
  try {
    return body(world, makeRepo(world, files));
  } finally {
    world.remove();
  }
}

test('a change that breaks a passing test is refused, and the next attempt is told which', () => inWorld((world, repo) => {
  const options = { env: { PATH: pathWithoutCargo(world) } };
  const done = runPlan(world, repo, ['box.js'], [write('box.js', breakingBox), write('box.js', rightBox)], options);
  assert.equal(done.code, 0, done.err);
  const run = runFolders(world)[0];
  const events = journal(run);

  const refusals = events.filter((event) => event.kind === 'subtask.refused');
  assert.equal(refusals.length, 1, JSON.stringify(refusals));
  assert.equal(refusals[0].data.tier, 'tool');
  const [finding] = refusals[0].data.findings;
  assert.equal(refusals[0].data.findings.length, 1, JSON.stringify(refusals[0].data.findings));
  assert.equal(finding.rule, 'tests/regression');
  assert.equal(finding.path, 'box.test.js');
  assert.equal(finding.line, 6);
  assert.match(finding.message, /opens/);
  const told = events.find((event) => event.kind === 'guard.refused');
  assert.equal(told.data.event, 'critic_test_regression.fail');

  // The second prompt says which test, where, and what it printed.
  const second = prompts(run).find((text) => text.includes('attempt 2'));
  assert.ok(second, 'no prompt of a second attempt');
  for (const part of ['tests/regression', 'box.test.js:6', 'opens', 'npm test', '2 == 1']) {
    assert.ok(second.includes(part), `the second prompt lacks ${part}`);
  }
  assert.equal(done.document.commits.length, 1);
  assert.match(git(repo, 'show', `${done.document.branch}:box.js`), /OPEN = 1/);

  // What counts for nothing, and what was not looked at, is in the pull request.
  const body = pullRequest(run);
  assert.match(body, /failed before.*was broken/);
  assert.match(body, /fails now and then, counts for nothing: now and then/);
  assert.match(body, /not checked: the build of Rust in tool: cargo is not installed/);
  if (hasPytest) {
    assert.match(body, /failed before.*test\\_was\\_broken\\_too/);
    assert.match(body, /fails now and then.*test\\_at\\_times/);
  }
  const verdict = events.findLast((event) => event.kind === 'guard.verdict' && event.data.guard === 'build');
  assert.equal(verdict.data.ruling, 'unknown');
  assert.match(verdict.data.reason, /cargo is not installed/);
  assert.equal(flakyFiles(world).length, 1);
  assert.match(flakyFiles(world)[0], /now and then/);
}));

test('a test of another language is guarded alike', { skip: !hasPytest }, () => inWorld((world, repo) => {
  const lid = (number) => `LIFTED = ${number}\n\n\ndef lift():\n    return LIFTED\n\n\ndef drop():\n    return 0\n`;
  const done = runPlan(world, repo, ['py/lid.py'], [write('py/lid.py', lid(2)), write('py/lid.py', lid(1))]);
  assert.equal(done.code, 0, done.err);
  const run = runFolders(world)[0];
  const [refusal, ...more] = journal(run).filter((event) => event.kind === 'subtask.refused');
  assert.equal(more.length, 0);
  assert.deepEqual(refusal.data.findings.map((one) => `${one.rule} ${one.path}:${one.line}`),
    ['tests/regression py/test_lid.py:6']);
  const second = prompts(run).find((text) => text.includes('attempt 2'));
  for (const part of ['test_lifts', 'py/test_lid.py:6', 'pytest', 'assert 2 == 1']) {
    assert.ok(second.includes(part), `the second prompt lacks ${part}`);
  }
  assert.equal(done.document.commits.length, 1);
}));

// Without patience the flaky test passes at once. With a patience of three only those who know it
// run it often enough to see it pass; with a patience of nine it fails for them, too.
test('a flaky test is remembered, and asked more often before it is believed', () => inWorld((world, repo) => {
  const impatient = [write('patience.json', '3\n'), write('patience.json', '3\n')];
  const broken = [write('patience.json', '9\n'), write('patience.json', '9\n')];
  assert.equal(runPlan(world, repo, ['box.js'], [write('box.js', rightBox)]).code, 0);
  fs.writeFileSync(path.join(repo, 'patience.json'), '0\n');
  git(repo, 'commit', '--quiet', '--all', '-m', 'Lose patience');

  const before = new Set(runFolders(world));
  const done = runPlan(world, repo, ['patience.json'], impatient);
  assert.equal(done.code, 0, done.err);
  const run = runFolders(world).find((folder) => !before.has(folder));
  assert.equal(journal(run).filter((event) => event.kind === 'subtask.refused').length, 0);
  assert.match(pullRequest(run), /fails now and then, counts for nothing: now and then/);
  // While it is open the same is not offered again.
  assert.equal(pawl(world, ['pr', 'close', String(done.document.pr.number), repo]).code, 0);

  const known = new Set(runFolders(world));
  const refused = runPlan(world, repo, ['patience.json'], broken);
  assert.equal(refused.code, 6, refused.err);
  const [refusal] = journal(runFolders(world).find((folder) => !known.has(folder)))
    .filter((event) => event.kind === 'subtask.refused');
  assert.deepEqual(refusal.data.findings.map((one) => one.rule), ['tests/regression']);
  assert.match(refusal.data.findings[0].feedback, /known to fail now and then, and failed 5 times in a row/);

  fs.rmSync(path.join(world.state, 'flaky'), { recursive: true });
  const stranger = runPlan(world, repo, ['patience.json'], impatient);
  assert.equal(stranger.code, 6, stranger.err);
}));

test('documents are changed without a build or a test', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, { ...files, 'README.md': '# box\n' });
    const planFile = path.join(world.folder, 'plan.json');
    fs.writeFileSync(planFile, JSON.stringify({
      tasks: [{
        title: 'Say more', metric: 'readme',
        subtasks: [{ title: 'Say more', description: 'Say what it is.', file_hints: ['README.md'] }],
      }],
    }));
    const script = writeScript(world, [JSON.stringify({
      commit_message: 'docs: Say what it is',
      edits: [{ kind: 'write', path: 'README.md', content: '# box\n\nOpens and closes.\n' }],
    })]);
    world.env.PAWL_PLAN_RULES_OFF = 'real-bug,readme-only';
    const done = runJson(world, [repo, '--plan-from-file', planFile, '--model', `scripted:${script}`]);
    assert.equal(done.code, 0, done.err);
    const verdicts = journal(runFolders(world)[0]).filter((event) => event.kind === 'guard.verdict');
    for (const guard of ['build', 'tests']) {
      const verdict = verdicts.find((event) => event.data.guard === guard);
      assert.equal(verdict.data.ruling, 'not_applicable');
    }
  } finally {
    world.remove();
  }
});

test('the gate can be switched off, also by its older name', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const done = runPlan(world, repo, ['box.js'], [write('box.js', breakingBox)], { env: { GITOMA_TEST_REGRESSION_GATE: 'off' } });
    assert.equal(done.code, 0, done.err);
    const events = journal(runFolders(world)[0]);
    assert.ok(!events.some((event) => event.kind === 'guard.verdict' && event.data.guard === 'tests'));
    assert.equal(done.document.commits.length, 1);
  } finally {
    world.remove();
  }
});
