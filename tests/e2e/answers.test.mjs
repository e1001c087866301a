// What a model may answer: every bad answer is refused with a named reason in the journal and
// leaves nothing in any commit; the correct one lands.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, runFolders, runJson, writeScript } from './lib.mjs';

const canary = 'CANARY-NEVER-IN-A-COMMIT';
const source = 'def first(a):\n    return a\n\n\ndef second(b):\n    return b\n';
const files = {
  'app.py': source,
  'notes.md': '# Notes\n\nNothing yet.\n',
  'secret/config.txt': 'x\n',
  'link': { link: 'secret' },
  'README.md': '# x\n',
};
const plan = {
  tasks: [{
    title: 'Improve first', metric: 'docs',
    subtasks: [{ title: 'Document first', description: 'Add a docstring to first.', file_hints: ['app.py'] }],
  }],
};
const edit = (more) => JSON.stringify({ commit_message: 'docs: Document first', edits: [more] });
const good = edit({
  kind: 'replace', path: 'app.py', find: 'def first(a):\n',
  content: 'def first(a):\n    """Give back what it gets.\n\n    ```\n    first(1)\n    ```\n    """\n',
});
const write = (file) => edit({ kind: 'write', path: file, content: `${canary}\n` });

function runScript(world, repo, answers, args = []) {
  const planFile = path.join(world.folder, 'plan.json');
  fs.writeFileSync(planFile, JSON.stringify(plan));
  const script = writeScript(world, answers);
  return runJson(world, [repo, '--plan-from-file', planFile, '--model', `scripted:${script}`, ...args]);
}

const refused = [
  ['a file outside the hints', write('notes.md'), 'write-gate/outside-hints'],
  ['a path that climbs out', write('../escape.txt'), 'write-gate/unsafe-path'],
  ['an absolute path', write('/tmp/escape.txt'), 'write-gate/unsafe-path'],
  ['.GIT/config', write('.GIT/config'), 'write-gate/denied-path'],
  ['a path behind a symlink', write('link/config.txt'), 'write-gate/unreachable-path'],
  ['a CI definition', write('.github/workflows/x.yml'), 'write-gate/denied-path'],
  ['a climb into CI', write('docs/../.github/workflows/x.yml'), 'write-gate/unsafe-path'],
  ['a syntax error', edit({ kind: 'replace', path: 'app.py', find: 'def first(a):',
    content: `def first(a:  # ${canary}` }), 'syntax/parse-error'],
  ['a dropped function', edit({ kind: 'write', path: 'app.py',
    content: `def first(a):\n    return a  # ${canary}\n` }), 'top-definitions/removed'],
  ['an anchor that is not there', edit({ kind: 'replace', path: 'app.py', find: 'def third():',
    content: canary }), 'edit/anchor-missing'],
  ['an ambiguous anchor', edit({ kind: 'replace', path: 'app.py', find: 'return',
    content: canary }), 'edit/anchor-ambiguous'],
  ['no edits and no reason', '{"edits": []}', 'edit/no-effect'],
  ['edits without effect', edit({ kind: 'replace', path: 'app.py', find: 'def first(a):',
    content: 'def first(a):' }), 'edit/no-effect'],
];

for (const [name, answer, rule] of refused) {
  test(`${name} is refused, and the next answer lands`, () => {
    const world = makeWorld();
    try {
      const repo = makeRepo(world, files);
      const done = runScript(world, repo, [answer, good]);
      assert.equal(done.code, 0, done.err);
      const events = journal(runFolders(world)[0]);
      const refusals = events.filter((event) => event.kind === 'subtask.refused');
      assert.equal(refusals.length, 1);
      assert.ok(refusals[0].data.findings.some((finding) => finding.rule === rule),
        JSON.stringify(refusals[0].data));
      const told = events.filter((event) => event.kind === 'guard.refused');
      assert.ok(told.length > 0);
      // Once more for each guard, as a kind of its own.
      for (const name of new Set(told.map((event) => event.data.event))) {
        const own = events.filter((event) => event.kind === name);
        assert.deepEqual(own.map(({ data }) => [data.subtask_id, data.attempt]), [[told[0].data.subtask, 1]], name);
      }
      assert.deepEqual(events.filter((event) => event.kind === 'critic_build_retry.success').map(({ data }) => data.attempt), [2]);
      assert.equal(done.document.commits.length, 1);
      const branch = done.document.branch;
      assert.equal(git(repo, 'diff', '--name-only', 'main', branch), 'app.py');
      assert.doesNotMatch(git(repo, 'log', '-p', '--all'), new RegExp(canary));
      assert.match(git(repo, 'show', `${branch}:app.py`), /Give back what it gets/);
      for (const stray of ['/tmp/escape.txt', path.join(world.folder, 'escape.txt')]) {
        assert.ok(!fs.existsSync(stray), stray);
      }
    } finally {
      world.remove();
    }
  });
}

const wrapped = [
  ['prose around JSON', `Sure! Here is the change you asked for:\n\n${good}\n\nLet me know {if} it helps.`],
  ['fenced JSON with inner fences', `\`\`\`json\n${good}\n\`\`\``],
  ['thinking with a draft', `<think>Perhaps ${write('notes.md')} would do?</think>\n${good}`],
  ['a trailing comma', good.replace(/\]\}$/, '],}')],
];

for (const [name, answer] of wrapped) {
  test(`${name} is understood`, () => {
    const world = makeWorld();
    try {
      const repo = makeRepo(world, files);
      const done = runScript(world, repo, [answer]);
      assert.equal(done.code, 0, done.err);
      assert.equal(done.document.commits.length, 1);
      assert.match(git(repo, 'show', `${done.document.branch}:app.py`), /first\(1\)/);
      assert.equal(git(repo, 'diff', '--name-only', 'main', done.document.branch), 'app.py');
    } finally {
      world.remove();
    }
  });
}

test('a truncated answer is asked for again, and nothing is made of its half', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const half = write('app.py').slice(0, -8);
    const done = runScript(world, repo, [{ text: half, finish: 'length' }, good]);
    assert.equal(done.code, 0, done.err);
    assert.doesNotMatch(git(repo, 'log', '-p', '--all'), new RegExp(canary));
    assert.match(git(repo, 'show', `${done.document.branch}:app.py`), /Give back/);
  } finally {
    world.remove();
  }
});

test('the whole row of bad answers in one run: each is named, the correct one lands', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const bad = refused.map(([, answer]) => answer);
    const done = runScript(world, repo, [...bad.slice(0, 9), good], ['--max-attempts', '10']);
    assert.equal(done.code, 0, done.err);
    const rules = new Set(journal(runFolders(world)[0])
      .filter((event) => event.kind === 'subtask.refused')
      .flatMap((event) => event.data.findings.map((finding) => finding.rule)));
    for (const rule of refused.slice(0, 9).map(([, , each]) => each)) {
      assert.ok(rules.has(rule), `${rule} in ${[...rules]}`);
    }
    assert.equal(done.document.commits.length, 1);
    assert.doesNotMatch(git(repo, 'log', '-p', '--all'), new RegExp(canary));
  } finally {
    world.remove();
  }
});

test('the same fault twice ends the subtask; the others of the plan still make a pull request', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const planFile = path.join(world.folder, 'plan.json');
    fs.writeFileSync(planFile, JSON.stringify({
      tasks: [
        { title: 'Bad', subtasks: [{ title: 'Bad', file_hints: ['app.py'] }] },
        { title: 'Good', subtasks: [{ title: 'Note', file_hints: ['notes.md'] }] },
      ],
    }));
    const note = edit({ kind: 'write', path: 'notes.md', content: '# Notes\n\nSomething.\n' });
    const bad = write('/tmp/escape.txt');
    const script = writeScript(world, [bad, bad, note]);
    const done = runJson(world, [repo, '--plan-from-file', planFile, '--model', `scripted:${script}`,
      '--max-attempts', '5']);
    assert.equal(done.code, 7, done.err);
    assert.equal(done.document.state, 'partial');
    assert.equal(done.document.commits.length, 1);
    const [badTask] = done.document.tasks;
    assert.equal(badTask.subtasks[0].status, 'failed');
    assert.match(badTask.subtasks[0].reason, /unsafe-path.*twice/s);
    assert.equal(badTask.subtasks[0].attempts, 2);
    const body = fs.readFileSync(path.join(runFolders(world)[0], 'artifacts', 'pull-request.md'), 'utf8');
    assert.match(body, /\*\*failed\*\* after 2 attempts/);
  } finally {
    world.remove();
  }
});

test('CRLF, modes and a missing final newline survive an edit', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, {
      ...files,
      'app.py': { text: source.replaceAll('\n', '\r\n').trimEnd(), mode: 0o755 },
    });
    const done = runScript(world, repo, [good]);
    assert.equal(done.code, 0, done.err);
    const branch = done.document.branch;
    assert.match(git(repo, 'ls-tree', branch, 'app.py'), /^100755/);
    const text = git(repo, 'cat-file', 'blob', `${branch}:app.py`);
    assert.ok(text.includes('"""Give back what it gets.\r\n'));
    assert.ok(!/[^\r]\n/.test(text), 'every line end is CRLF');
  } finally {
    world.remove();
  }
});
