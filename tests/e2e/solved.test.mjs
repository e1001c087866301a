// What a subtask solved stays solved: the definitions of a commit that mended a test are locked for
// the rest of the run, and each prompt says who uses what its files define.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, nodePackage, runFolders, runJson, writeScript } from './lib.mjs';

const files = {
  ...nodePackage({ name: 'sum' }),
  'sum.js': 'function sum(list) {\n  return 0;\n}\n\nfunction mean(list) {\n  return sum(list) / list.length;\n}\n\nmodule.exports = { sum, mean };\n',
  'report.js': "const { sum } = require('./sum');\n\nfunction report(list) {\n  return `total ${sum(list)}`;\n}\n\nmodule.exports = { report };\n",
  'sum.test.js': "const test = require('node:test');\nconst assert = require('node:assert');\nconst { sum } = require('./sum');\n\ntest('adds', () => assert.equal(sum([1, 2]), 3));\ntest('is empty', () => assert.equal(sum([]), 0));\n",
};
const subtask = (title) => ({ title, description: `${title}, please.`, file_hints: ['sum.js'] });
const plan = {
  tasks: [{ title: 'Repair the sum', metric: 'test_results', subtasks: [subtask('Add up'), subtask('Guard the mean')] }],
};
const edits = (old, text) => JSON.stringify({
  commit_message: 'fix: Repair the sum',
  edits: [{ kind: 'replace', path: 'sum.js', find: old, content: text }],
});
const sums = edits('  return 0;', '  return list.reduce((all, one) => all + one, 0);');
const slower = edits('list.reduce((all, one) => all + one, 0)', 'list.reduce((all, one) => one + all, 0)');
const mean = edits('  return sum(list) / list.length;', '  return list.length === 0 ? 0 : sum(list) / list.length;');

test('a definition whose test was mended is left alone by the subtasks after it', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const planFile = path.join(world.folder, 'plan.json');
    fs.writeFileSync(planFile, JSON.stringify(plan));
    const script = writeScript(world, [sums, slower, mean]);
    const done = runJson(world, [repo, '--plan-from-file', planFile, '--model', `scripted:${script}`]);
    assert.equal(done.code, 0, done.err);
    const run = runFolders(world)[0];
    const events = journal(run);

    const commits = events.filter((event) => event.kind === 'subtask.committed');
    assert.deepEqual(commits.map((event) => event.data.tests_fixed.length), [1, 0], JSON.stringify(commits));
    assert.match(commits[0].data.tests_fixed[0], /adds/);
    const refusals = events.filter((event) => event.kind === 'subtask.refused');
    assert.deepEqual(refusals.flatMap((event) => event.data.findings.map((one) => one.rule)), ['solved-state/changed']);
    assert.match(refusals[0].data.findings[0].message, /^sum changes, but subtask T001-S01/);
    assert.match(git(repo, 'show', `${done.document.branch}:sum.js`), /all \+ one[^]*length === 0/);

    const model = path.join(run, 'model');
    const prompts = fs.readdirSync(model).sort().map((name) => fs.readFileSync(path.join(model, name), 'utf8'));
    const first = prompts.find((text) => text.includes('attempt 1'));
    assert.ok(first, 'no prompt of a first attempt');
    assert.match(first, /BLAST RADIUS/);
    assert.match(first, /sum\(list\)[^"]*used by[^"]*report\.js:4 in report/);
  } finally {
    world.remove();
  }
});
