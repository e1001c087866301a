// Runs narrowed to one kind of work: other metrics are passed over, other files left alone.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, nodePackage, pawl, runFolders, writeScript } from './lib.mjs';

const files = {
  'package.json': JSON.stringify({ name: 'box', version: '1.0.0', license: 'MIT' }),
  'README.md': '# Box\n',
  'box.js': 'exports.open = () => 1;   \n',
  'requirements.txt': 'left-pad\n',
};
const subtask = (title, hints, action = 'modify') => ({ title, description: title, file_hints: hints, action });
const plan = {
  tasks: [
    { title: 'Explain', metric: 'readme', subtasks: [
      subtask('Say what it is', ['README.md']), subtask('Say it in code', ['README.md', 'box.js']),
      subtask('Write notes', ['docs/notes.md'], 'create'), subtask('Pin', ['requirements.txt'])] },
    { title: 'Format', metric: 'code_quality', subtasks: [subtask('Add one', ['.editorconfig'], 'create')] },
  ],
};
const write = (file, content) => JSON.stringify({ commit_message: 'docs: Say more', edits: [{ kind: 'write', path: file, content }] });

function run(world, repo, command, answers, env = {}) {
  const script = writeScript(world, [JSON.stringify(plan), ...answers]);
  const done = pawl(world, [...command, repo, '--yes', '--json', '--model', `scripted:${script}`], { env });
  const folder = runFolders(world).at(-1);
  return { ...done, events: folder ? journal(folder) : [], folder, document: done.code === 0 ? JSON.parse(done.out) : null };
}
const of = (events, kind) => events.filter((event) => event.kind === kind).map((event) => event.data);

for (const [command, env] of [[['docs'], {}], [['run'], { GITOMA_SCOPE: 'Docs' }], [['run', '--scope', 'docs'], {}]]) {
  test(`${command.join(' ')} ${JSON.stringify(env)} changes documents only`, () => {
    const world = makeWorld();
    try {
      const repo = makeRepo(world, files);
      const done = run(world, repo, command, [write('README.md', '# Box\n\nA box that opens.\n'),
        write('docs/notes.md', '# Notes\n\nIt opens.\n')], env);
      assert.equal(done.code, 0, done.err);
      assert.deepEqual(git(repo, 'diff', '--name-only', 'main', done.document.branch).split('\n'), ['README.md', 'docs/notes.md']);
      const [filtered] = of(done.events, 'scope.plan_filtered');
      assert.deepEqual(filtered.dropped_subtasks.map((one) => one.title), ['Say it in code', 'Pin', 'Add one']);
      assert.equal(filtered.scope, 'docs');
      assert.deepEqual(of(done.events, 'scope.metrics_filtered')[0].metrics_kept.sort(), ['docs', 'readme']);
      const model = path.join(done.folder, 'model');
      const asked = fs.readFileSync(path.join(model, fs.readdirSync(model).sort()[0]), 'utf8');
      assert.match(asked, /about documentation alone/);
      assert.doesNotMatch(asked, /- structure \(/);
    } finally {
      world.remove();
    }
  });
}

test('quality changes the configuration of tools only', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const done = run(world, repo, ['quality'], [write('.editorconfig', 'root = true\n')]);
    assert.equal(done.code, 0, done.err);
    assert.deepEqual(git(repo, 'diff', '--name-only', 'main', done.document.branch).split('\n'), ['.editorconfig']);
  } finally {
    world.remove();
  }
});

test('an unknown scope is refused, and a resumed run keeps its own', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const unknown = pawl(world, ['run', repo, '--yes'], { env: { PAWL_SCOPE: 'documents' } });
    assert.equal(unknown.code, 2, unknown.err);
    assert.match(unknown.err, /no scope "documents"; there are docs, quality, tests/);
    // The script ends before the work does.
    const stopped = run(world, repo, ['docs'], []);
    assert.notEqual(stopped.code, 0);
    const script = writeScript(world, [write('README.md', '# Box\n\nA box that opens.\n'), write('docs/notes.md', '# Notes\n\nIt opens.\n')], 'script.jsonl');
    const resumed = pawl(world, ['run', repo, '--resume', '--yes', '--json', '--model', `scripted:${script}`]);
    assert.equal(resumed.code, 0, resumed.err);
    assert.deepEqual(JSON.parse(resumed.out).tasks.flatMap((task) => task.subtasks.map((one) => one.id)), ['T001-S01', 'T001-S03']);
  } finally {
    world.remove();
  }
});

test('tests adds tests only: it edits no source, deletes no test and mends no failing one', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, {
      ...nodePackage(),
      'box.js': 'exports.open = () => 1;\n',
      'old.test.js': "require('node:test')('fails', () => { throw new Error('as ever'); });\n",
    });
    const script = writeScript(world, [JSON.stringify({
      tasks: [
        { title: 'Mend', metric: 'test_results', subtasks: [subtask('Mend the failing test', ['box.js'])] },
        { title: 'Test more', metric: 'tests', subtasks: [subtask('Test the box', ['box.test.js'], 'create'),
          subtask('Test it from inside', ['box.js', 'old.test.js']), subtask('Clean up', ['old.test.js'], 'delete')] },
      ],
    })]);
    const done = pawl(world, ['tests', repo, '--yes', '--json', '--dry-run', '--model', `scripted:${script}`]);
    assert.equal(done.code, 0, done.err);
    const [folder] = runFolders(world);
    const { tasks } = JSON.parse(fs.readFileSync(path.join(folder, 'artifacts', 'plan.json'), 'utf8'));
    assert.deepEqual(tasks.flatMap((task) => task.subtasks.map((one) => one.title)), ['Test the box']);
    const dropped = of(journal(folder), 'plan.dropped');
    assert.match(dropped.find((one) => one.subtask === 'T000').reason, /1 failing test, which a tests run does not mend/);
    assert.equal(of(journal(folder), 'scope.plan_filtered')[0].drop_count, 3);
  } finally {
    world.remove();
  }
});
