// Builds and tests in a run: the baseline is taken before anything is changed, a change that breaks
// a passing test is refused and the next attempt is told which, a flaky test blames nobody, and
// what cannot be checked is said in the pull request.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, runFolders, runJson, writeScript } from './lib.mjs';

// `now and then` fails in the first run of a copy of the files and passes in the second.
const files = {
  'package.json': JSON.stringify({ name: 'box', version: '1.0.0', scripts: { test: 'node --test' } }),
  'box.js': 'exports.open = () => 1;\nexports.close = () => 0;\n',
  'box.test.js': `const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const box = require('./box');

test('opens', () => assert.equal(box.open(), 1));
test('closes', () => assert.equal(box.close(), 0));
test('was broken', () => assert.equal(box.open(), 7));
test('now and then', () => {
  const seen = fs.existsSync('seen');
  fs.writeFileSync('seen', '');
  assert.ok(seen, 'the first time it fails');
});
`,
  'tool/Cargo.toml': '[package]\nname = "tool"\nversion = "0.1.0"\nedition = "2021"\n',
  'tool/src/lib.rs': 'pub fn one() -> u32 {\n    1\n}\n',
};
const plan = {
  tasks: [{
    title: 'Name the numbers', metric: 'docs',
    subtasks: [{ title: 'Name them', description: 'Give the numbers names.', file_hints: ['box.js'] }],
  }],
};
const answer = (content) => JSON.stringify({
  commit_message: 'refactor: Name the numbers',
  edits: [{ kind: 'write', path: 'box.js', content }],
});
const breaking = answer('const OPEN = 2;\nexports.open = () => OPEN;\nexports.close = () => 0;\n');
const right = answer('const OPEN = 1;\nexports.open = () => OPEN;\nexports.close = () => 0;\n');

// A PATH with what the repository's tests need, and without a toolchain for Rust.
function pathWithoutCargo(world) {
  const folder = path.join(world.folder, 'bin');
  fs.mkdirSync(folder);
  for (const name of ['git', 'node', 'npm', 'sh', 'bwrap', 'cp', 'env']) {
    const found = process.env.PATH.split(':').map((one) => path.join(one, name)).find((one) => fs.existsSync(one));
    if (found) fs.symlinkSync(fs.realpathSync(found), path.join(folder, name));
  }
  return folder;
}

function runPlan(world, repo, answers, options = {}) {
  const planFile = path.join(world.folder, 'plan.json');
  fs.writeFileSync(planFile, JSON.stringify(plan));
  const script = writeScript(world, answers);
  return runJson(world, [repo, '--plan-from-file', planFile, '--model', `scripted:${script}`], options);
}

test('a change that breaks a passing test is refused, and the next attempt is told which', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const done = runPlan(world, repo, [breaking, right]);
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
    const model = path.join(run, 'model');
    const prompts = fs.readdirSync(model).sort().map((name) => fs.readFileSync(path.join(model, name), 'utf8'));
    const second = prompts.find((text) => text.includes('attempt 2'));
    assert.ok(second, 'no prompt of a second attempt');
    for (const part of ['tests/regression', 'box.test.js:6', 'opens', 'npm test', '2 == 1']) {
      assert.ok(second.includes(part), `the second prompt lacks ${part}`);
    }

    assert.equal(done.document.commits.length, 1);
    assert.match(git(repo, 'show', `${done.document.branch}:box.js`), /OPEN = 1/);
    const body = fs.readFileSync(path.join(run, 'artifacts', 'pull-request.md'), 'utf8');
    assert.match(body, /failed before.*was broken/);
    assert.match(body, /fails now and then, counts for nothing: now and then/);

    // A later run knows the flaky test without having to see it pass first.
    const memory = fs.readdirSync(path.join(world.state, 'flaky'));
    assert.equal(memory.length, 1);
    assert.match(fs.readFileSync(path.join(world.state, 'flaky', memory[0]), 'utf8'), /now and then/);
  } finally {
    world.remove();
  }
});

test('what cannot be checked is said in the pull request, and counts for nothing', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const done = runPlan(world, repo, [right], { env: { PATH: pathWithoutCargo(world) } });
    assert.equal(done.code, 0, done.err);
    const run = runFolders(world)[0];
    const verdict = journal(run).find((event) => event.kind === 'guard.verdict' && event.data.guard === 'build');
    assert.equal(verdict.data.ruling, 'unknown');
    assert.match(verdict.data.reason, /cargo is not installed/);
    const body = fs.readFileSync(path.join(run, 'artifacts', 'pull-request.md'), 'utf8');
    assert.match(body, /the build of Rust in tool: cargo is not installed/);
  } finally {
    world.remove();
  }
});

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
    const done = runPlan(world, repo, [breaking], { env: { GITOMA_TEST_REGRESSION_GATE: 'off' } });
    assert.equal(done.code, 0, done.err);
    const events = journal(runFolders(world)[0]);
    assert.ok(!events.some((event) => event.kind === 'guard.verdict' && event.data.guard === 'tests'));
    assert.equal(done.document.commits.length, 1);
  } finally {
    world.remove();
  }
});
