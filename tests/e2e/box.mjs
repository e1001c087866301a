// A repository whose tests are as tests are: some pass, one was broken before, one fails now and
// then, and for one part of it there is no tool here.
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';

import { runJson, writeScript } from './lib.mjs';

// Where a program is found by Pawl: shims of version managers are passed over.
function find(name) {
  return process.env.PATH.split(':').filter((folder) => !folder.endsWith('/shims'))
    .map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

const python = find('python3');
export const hasPytest = python !== undefined && spawnSync(python, ['-m', 'pytest', '--version']).status === 0;

// Where commands cannot be confined, `pawl guard check` runs none.
const sandbox = spawnSync('/usr/bin/bwrap', ['--unshare-all', '--ro-bind', '/', '/', '/bin/true']);
export const noSandbox = sandbox.status === 0 ? false : 'no command can be confined here';

// `now and then` fails in the first runs of a copy of the files, as many as patience.json says, and
// passes in those after them.
export const files = {
  'package.json': JSON.stringify({ name: 'box', version: '1.0.0', scripts: { test: 'node --test' } }),
  'box.js': 'exports.open = () => 1;\nexports.close = () => 0;\n',
  'patience.json': '1\n',
  'box.test.js': `const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const box = require('./box');

test('opens', () => assert.equal(box.open(), 1));
test('closes', () => assert.equal(box.close(), 0));
test('was broken', () => assert.equal(box.open(), 7));
test('now and then', () => {
  const runs = fs.existsSync('runs') ? fs.readFileSync('runs').length : 0;
  fs.appendFileSync('runs', '.');
  assert.ok(runs >= JSON.parse(fs.readFileSync('patience.json', 'utf8')), 'not yet');
});
`,
  'tool/Cargo.toml': '[package]\nname = "tool"\nversion = "0.1.0"\nedition = "2021"\n',
  'tool/src/lib.rs': 'pub fn one() -> u32 {\n    1\n}\n',
  ...(hasPytest ? {
    'py/pyproject.toml': '[project]\nname = "lid"\nversion = "1.0.0"\n\n[project.optional-dependencies]\ntest = ["pytest"]\n',
    'py/lid.py': 'def lift():\n    return 1\n\n\ndef drop():\n    return 0\n',
    'py/test_lid.py': `import os

import lid


def test_lifts():
    assert lid.lift() == 1


def test_was_broken_too():
    assert lid.drop() == 7


def test_at_times():
    seen = os.path.exists("seen")
    open("seen", "w").close()
    assert seen
`,
  } : {}),
};

export const write = (file, content) => JSON.stringify({
  commit_message: 'refactor: Name the numbers', edits: [{ kind: 'write', path: file, content }],
});
export const breakingBox = 'const OPEN = 2;\nexports.open = () => OPEN;\nexports.close = () => 0;\n';
export const rightBox = 'const OPEN = 1;\nexports.open = () => OPEN;\nexports.close = () => 0;\n';

// A folder for PATH with what the repository's tests need, and without a toolchain for Rust.
export function pathWithoutCargo(world) {
  const folder = path.join(world.folder, 'bin');
  if (fs.existsSync(folder)) return folder;
  fs.mkdirSync(folder);
  for (const name of ['git', 'node', 'npm', 'python3', 'sh', 'bwrap', 'cp', 'env']) {
    const found = find(name);
    if (found) fs.symlinkSync(fs.realpathSync(found), path.join(folder, name));
  }
  return folder;
}

// A run of one task with a subtask for each of these files; the model gives these answers, and
// nothing is added for the tests that fail.
export function runPlan(world, repo, hints, answers, options = {}) {
  world.env.PAWL_PLAN_RULES_OFF = 'real-bug';
  const planFile = path.join(world.folder, 'plan.json');
  fs.writeFileSync(planFile, JSON.stringify({
    tasks: [{
      title: 'Name the numbers', metric: 'docs',
      subtasks: hints.map((hint) => ({ title: `Name those of ${hint}`, description: 'Give the numbers names.', file_hints: [hint] })),
    }],
  }));
  const script = writeScript(world, answers);
  return runJson(world, [repo, '--plan-from-file', planFile, '--model', `scripted:${script}`], options);
}
