// `pawl run --task`: what a person wants done, in their own words.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, pawl, runFolders, writeScript } from './lib.mjs';

const files = {
  'README.md': '# Box\n',
  'CLAUDE.md': '# House rules\n\nBe kind.\n',
  'lib/opening.js': "// Opens.\n\nfunction openBox() {\n\tif (true) {\n\t\treturn 7;\n\t}\n}\n\nmodule.exports = { openBox };\n",
};
const subtask = (title, hints, action = 'modify') => ({ title, description: title, file_hints: hints, action });
const plan = (...subtasks) => ({ role: 'planner', text: JSON.stringify({ tasks: [{ title: 'Do it', subtasks }] }) });
const work = (...edits) => ({ role: 'worker', text: JSON.stringify({ commit_message: 'feat: Do it', edits }) });
const replace = (file, find, content) => ({ kind: 'replace', path: file, find, content });
const write = (file, content) => ({ kind: 'write', path: file, content });

async function inBox(body) {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const run = (words, answers, args = []) => {
      const script = writeScript(world, answers);
      const done = pawl(world, ['run', repo, '--task', words, '--yes', '--json', '--model', `scripted:${script}`, ...args]);
      const folder = runFolders(world).at(-1);
      const document = done.out ? JSON.parse(done.out) : null;
      return { ...done, folder, document, events: folder ? journal(folder) : [] };
    };
    await body({ world, repo, run });
  } finally {
    world.remove();
  }
}
const of = (events, kind) => events.filter((event) => event.kind === kind).map((event) => event.data);
const questions = (folder) => {
  const model = path.join(folder, 'model');
  return fs.readdirSync(model).sort().map((name) => fs.readFileSync(path.join(model, name), 'utf8'));
};

test('a task is planned and done: one subtask changes a file and makes another', () => inBox(({ repo, run }) => {
  const words = 'Let openBox() in lib/opening.js open with 1.\nSay how in docs/use.md.';
  const done = run(words, [
    plan(subtask('Open with 1 and say how', ['lib/opening.js', 'docs/use.md'])),
    // Blanks where the file has tabs.
    work(replace('lib/opening.js', '  if (true) {\n    return 7;\n  }\n', '  if (true) {\n    return 1;\n  }\n'),
      write('docs/use.md', '# Use\n\nCall `openBox()`.\n')),
  ]);
  assert.equal(done.code, 0, done.err);
  const { branch } = done.document;
  assert.equal(git(repo, 'show', `${branch}:lib/opening.js`).trimEnd(), files['lib/opening.js'].replace('7', '1').trimEnd());
  assert.match(git(repo, 'show', `${branch}:docs/use.md`), /Call `openBox\(\)`/);
  assert.equal(git(repo, 'rev-list', '--count', `main..${branch}`).trim(), '1');
  const [planner, worker] = questions(done.folder);
  assert.match(planner, /Let openBox\(\) in lib\/opening\.js open with 1/);
  assert.match(planner, /return 7/);
  assert.doesNotMatch(planner, /Metrics that need work/);
  assert.match(worker, /Say how in docs\/use\.md/);
  const saved = JSON.parse(fs.readFileSync(path.join(done.folder, 'artifacts', 'request.json'), 'utf8'));
  assert.equal(saved.task, words);
}));

test('what the words name is named by a person, and nothing else is', () => inBox(({ repo, run }) => {
  const answers = [plan(subtask('Say more', ['CLAUDE.md'])), work(replace('CLAUDE.md', 'Be kind.', 'Be kind and brief.'))];
  const named = run('Ask for brevity in CLAUDE.md', answers);
  assert.equal(named.code, 0, named.err);
  assert.match(git(repo, 'show', `${named.document.branch}:CLAUDE.md`), /brief/);
  const unnamed = run('Ask for brevity wherever that is written down', answers);
  assert.equal(unnamed.code, 6, unnamed.err);
  assert.match(unnamed.err, /CLAUDE\.md may not be changed/);
}));

test('when nothing of the plan can be done, the files that are named are worked on', () => inBox(({ repo, run }) => {
  const done = run('Let lib/opening.js open with 1', [
    plan(subtask('Mend', ['src/nowhere.js'])), work(replace('lib/opening.js', 'return 7', 'return 1')),
  ]);
  assert.equal(done.code, 0, done.err);
  assert.deepEqual(of(done.events, 'plan.rule').map((each) => each.rule), ['task-files']);
  assert.match(git(repo, 'show', `${done.document.branch}:lib/opening.js`), /return 1/);
  const lost = run('Let it open with 1', [plan(subtask('Mend', ['src/nowhere.js']))]);
  assert.equal(lost.code, 6, lost.err);
  assert.match(lost.err, /src\/nowhere\.js does not exist/);
  const idle = run('Let it open with 7', [{ role: 'planner', text: '{"tasks": []}' }]);
  assert.equal(idle.code, 3, idle.err);
  assert.match(idle.err, /done already/);
}));

test('a planner that follows recipes leaves the task to the worker', () => inBox(({ world, repo }) => {
  const script = writeScript(world, [work(replace('lib/opening.js', 'return 7', 'return 1'))]);
  world.env.PAWL_WORKER_MODEL = `scripted:${script}`;
  const done = pawl(world, ['run', repo, '--task', 'Let lib/opening.js open with 1', '--yes', '--json']);
  assert.equal(done.code, 0, done.err);
  assert.match(git(repo, 'show', `${JSON.parse(done.out).branch}:lib/opening.js`), /return 1/);
}));

test('a fix that reindents the file is refused with the smaller change, and the next answer lands', () => inBox(({ repo, run }) => {
  const long = 'function shutBox(a) {\n' + [...Array(8).keys()].map((i) => `  a.step(${i});\n`).join('') + '  return a;\n}\n\nmodule.exports = { shutBox };\n';
  fs.writeFileSync(path.join(repo, 'lib', 'shutting.js'), long);
  git(repo, 'add', '.');
  git(repo, 'commit', '--quiet', '-m', 'Shut');
  const wide = long.replaceAll('  a', '    a').replace('  return a', '    return a').replace('step(3)', 'stop(3)');
  const done = run('Let shutBox() in lib/shutting.js stop at 3', [
    plan(subtask('Stop at 3', ['lib/shutting.js'])),
    work(write('lib/shutting.js', wide)),
    work(replace('lib/shutting.js', 'a.step(3)', 'a.stop(3)')),
  ]);
  assert.equal(done.code, 0, done.err);
  const [refused] = of(done.events, 'subtask.refused');
  assert.deepEqual(refused.findings.map((finding) => finding.rule), ['minimality/layout']);
  assert.match(refused.findings[0].feedback, /-  a\.step\(3\);\n\+    a\.stop\(3\);/);
  assert.equal(git(repo, 'show', `${done.document.branch}:lib/shutting.js`).trimEnd(), long.replace('step(3)', 'stop(3)').trimEnd());
}));

test('an anchor that is missed is answered with the lines that are there', () => inBox(({ run }) => {
  const done = run('Let lib/opening.js open with 1', [
    plan(subtask('Mend', ['lib/opening.js'])),
    work(replace('lib/opening.js', 'function openBox(key) {\n  if (key) {\n', 'x')),
    work(replace('lib/opening.js', 'return 7', 'return 1')),
  ]);
  assert.equal(done.code, 0, done.err);
  const second = questions(done.folder)[2];
  assert.match(second, /Its lines 3 to 4 are nearest to it/);
}));

test('the plan for a task can be seen, kept and handed back', () => inBox(({ world, repo }) => {
  const model = ['--model', `scripted:${writeScript(world, [plan(subtask('Open with 1', ['lib/opening.js'])), work(replace('lib/opening.js', 'return 7', 'return 1'))])}`];
  const kept = path.join(world.folder, 'plan.yaml');
  const shown = pawl(world, ['plan', repo, '--task', 'Let openBox() open with 1.', '--output', kept, ...model]);
  assert.equal(shown.code, 0, shown.err);
  assert.match(shown.out, /Open with 1/);
  assert.match(fs.readFileSync(kept, 'utf8'), /lib\/opening\.js/);
  assert.match(questions(runFolders(world).at(-1))[0], /Let openBox\(\) open with 1/);
  assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '');
  const none = pawl(world, ['plan', repo, '--task', ' ', ...model]);
  assert.equal(none.code, 2, none.err);
  assert.match(none.err, /--task is empty/);
  const both = pawl(world, ['plan', repo, '--task', 'x', '--plan-from-file', kept, ...model]);
  assert.match(both.err, /--task and --plan-from-file exclude/);
  const script = writeScript(world, [work(replace('lib/opening.js', 'return 7', 'return 1'))]);
  const done = pawl(world, ['run', repo, '--plan-from-file', kept, '--yes', '--model', `scripted:${script}`]);
  assert.equal(done.code, 0, done.err);
}));

test('flags that say nothing or contradict each other are told, and leave no run', () => inBox(({ world, repo }) => {
  const script = writeScript(world, []);
  const model = ['--model', `scripted:${script}`];
  const rows = [
    [['--task', ' \n', ...model], /--task is empty/],
    [['--task', 'x'.repeat(9000), ...model], /9000 bytes/],
    [['--task', 'Mend it', '--scope', 'docs', ...model], /--task and --scope exclude/],
    [['--task', 'Mend it', '--plan-from-file', 'plan.json', ...model], /--task and --plan-from-file exclude/],
    [['--task', 'Mend it', '--resume', ...model], /leave --task out/],
    [['--task', 'Mend it'], /recipes: cannot do a task/],
    [['--scope', 'task', ...model], /needs to know of what; see `pawl run --help`/],
  ];
  for (const [args, says] of rows) {
    const done = pawl(world, ['run', repo, '--yes', ...args]);
    assert.equal(done.code, 2, `${args}: ${done.err}`);
    assert.match(done.err, says);
  }
  assert.equal(runFolders(world).length, 0);
}));
