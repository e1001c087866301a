// `pawl guard`: the same stack on any change of any repository.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';

import { checkoutPrint, git, journal, makeRepo, makeWorld, pawl, pawlProgram, runFolders, startPawl } from './lib.mjs';

const files = {
  'app.py': 'def keep():\n    return 1\n\n\ndef drop():\n    return 2\n',
  'notes.md': '# Notes\n',
  'conf.json': '{"a": 1}\n',
};
// Drops a definition (scope) and breaks a file (defect).
const badApp = 'def keep():\n    return 1\n';
const badConf = '{"a": 1,}\n';

function inWorld(body) {
  const world = makeWorld();
  try {
    return body(world, makeRepo(world, files));
  } finally {
    world.remove();
  }
}

const check = (world, repo, ...args) =>
  pawl(world, ['guard', 'check', '--repo', repo, '--fast', '--json', ...args]);
const rulesOf = (document) =>
  document.findings.map((finding) => `${finding.rule} ${finding.path} ${finding.standing}`).sort();

test('the same bad change is told alike, however it comes', () => inWorld((world, repo) => {
  fs.writeFileSync(path.join(repo, 'app.py'), badApp);
  fs.writeFileSync(path.join(repo, 'conf.json'), badConf);
  const patch = path.join(world.folder, 'change.patch');
  fs.writeFileSync(patch, `${git(repo, 'diff')}\n`);
  const before = checkoutPrint(repo);
  const worktree = check(world, repo, '--strict');
  assert.equal(checkoutPrint(repo), before);
  assert.equal(worktree.code, 6, worktree.err);
  const expected = rulesOf(JSON.parse(worktree.out));
  assert.ok(expected.includes('syntax/parse-error conf.json refuses'), expected.join());
  assert.ok(expected.includes('top-definitions/removed app.py refuses'), expected.join());
  git(repo, 'stash');
  assert.deepEqual(rulesOf(JSON.parse(check(world, repo, '--strict', '--patch', patch).out)), expected);
  const piped = spawnSync(pawlProgram, ['guard', 'check', '--fast', '--json', '--strict', '--patch', '-'],
    { cwd: repo, env: world.env, input: fs.readFileSync(patch), encoding: 'utf8' });
  assert.deepEqual(rulesOf(JSON.parse(piped.stdout)), expected);
  git(repo, 'stash', 'pop');
  git(repo, 'add', '-A');
  assert.deepEqual(rulesOf(JSON.parse(check(world, repo, '--strict', '--staged').out)), expected);
  git(repo, 'commit', '-qm', 'bad');
  assert.deepEqual(rulesOf(JSON.parse(check(world, repo, '--strict', '--head', 'HEAD').out)), expected);
}));

test('a run refuses the change with the findings `guard check` has for it', () => inWorld((world, repo) => {
  const plan = { tasks: [{ title: 'T', metric: 'docs', subtasks: [
    { title: 'S', file_hints: ['app.py', 'conf.json'] }] }] };
  const edits = { commit_message: 'x', edits: [
    { kind: 'replace', path: 'app.py', find: '\n\n\ndef drop():\n    return 2\n', content: '\n' },
    { kind: 'replace', path: 'conf.json', find: '1}', content: '1,}' }] };
  const script = path.join(world.folder, 'script.json');
  fs.writeFileSync(script, JSON.stringify([{ text: JSON.stringify(plan) }, { text: JSON.stringify(edits) },
    { text: JSON.stringify(edits) }]));
  const run = pawl(world, ['run', repo, '--yes', '--model', `scripted:${script}`]);
  assert.equal(run.code, 6, run.err);
  const refused = journal(runFolders(world)[0]).filter((event) => event.kind === 'subtask.refused');
  const told = refused[0].data.findings.map((finding) => `${finding.rule} ${finding.path}`).sort();
  fs.writeFileSync(path.join(repo, 'app.py'), badApp);
  fs.writeFileSync(path.join(repo, 'conf.json'), badConf);
  const own = JSON.parse(check(world, repo, '--strict', '--only', 'syntax,top-definitions').out);
  assert.deepEqual(own.findings.map((finding) => `${finding.rule} ${finding.path}`).sort(), told);
}));

test('scope warns, a sanction allows, a defect refuses, and the base may suppress', () => inWorld((world, repo) => {
  fs.writeFileSync(path.join(repo, 'app.py'), badApp);
  const warned = check(world, repo, '--only', 'G7');
  assert.equal(warned.code, 0, warned.out);
  assert.deepEqual(rulesOf(JSON.parse(warned.out)), ['top-definitions/removed app.py warns']);
  assert.equal(check(world, repo, '--only', 'G7', '--strict').code, 6);
  const allowed = check(world, repo, '--only', 'G7', '--strict', '--sanction', 'removed:app.py');
  assert.equal(allowed.code, 0);
  assert.deepEqual(rulesOf(JSON.parse(allowed.out)), ['top-definitions/removed app.py sanctioned']);
  fs.writeFileSync(path.join(repo, 'conf.json'), badConf);
  assert.equal(check(world, repo, '--only', 'G2', '--sanction', 'syntax').code, 6);
  git(repo, 'stash');
  fs.mkdirSync(path.join(repo, '.pawl'));
  fs.writeFileSync(path.join(repo, '.pawl', 'guards.yaml'),
    'suppress:\n  - rule: syntax/parse-error\n    path: conf.json\n    reason: read by a lenient parser\n');
  git(repo, 'add', '-A');
  git(repo, 'commit', '-qm', 'Allow it');
  git(repo, 'stash', 'pop');
  const suppressed = check(world, repo, '--only', 'G2');
  assert.equal(suppressed.code, 0, suppressed.out);
  assert.equal(JSON.parse(suppressed.out).findings[0].why, 'read by a lenient parser');
}));

test('a run heeds the suppressions of its base, and names a broken one before it asks a model', () =>
  inWorld((world, repo) => {
    const plan = { tasks: [{ title: 'T', metric: 'docs', subtasks: [{ title: 'S', file_hints: ['conf.json'] }] }] };
    const edits = { commit_message: 'x', edits: [
      { kind: 'replace', path: 'conf.json', find: '1}', content: '1,}' }] };
    const script = path.join(world.folder, 'script.json');
    fs.writeFileSync(script, JSON.stringify([{ text: JSON.stringify(plan) }, { text: JSON.stringify(edits) }]));
    const suppress = (text) => {
      fs.mkdirSync(path.join(repo, '.pawl'), { recursive: true });
      fs.writeFileSync(path.join(repo, '.pawl', 'guards.yaml'), text);
      git(repo, 'add', '-A');
      git(repo, 'commit', '-qm', 'Say what is allowed');
    };
    suppress('suppress:\n  - rule: syntax/parse-error\n    path: conf.json\n');
    const broken = pawl(world, ['run', repo, '--yes', '--model', `scripted:${script}`]);
    assert.equal(broken.code, 2, broken.err);
    assert.match(broken.err, /reason/);
    suppress('suppress:\n  - rule: syntax/parse-error\n    path: conf.json\n    reason: read by a lenient parser\n');
    const run = pawl(world, ['run', repo, '--yes', '--model', `scripted:${script}`]);
    assert.equal(run.code, 0, run.err);
  }));

test('a hook refuses a bad commit in a plain repository, lets a good one pass, and is taken away again', () =>
  inWorld((world, repo) => {
    const bin = path.join(world.folder, 'bin');
    fs.mkdirSync(bin);
    fs.symlinkSync(pawlProgram, path.join(bin, 'pawl'));
    const env = { ...world.env, PATH: `${bin}:${world.env.PATH}` };
    assert.equal(pawl(world, ['guard', 'install-hook', '--repo', repo]).code, 0);
    assert.match(fs.readFileSync(path.join(repo, '.git', 'hooks', 'pre-commit'), 'utf8'), /guard check --staged --fast$/m);
    const commit = (...args) => spawnSync('git', ['-C', repo, '-c', 'user.name=T', '-c',
      'user.email=t@localhost', 'commit', '-qm', 'x', ...args], { env, encoding: 'utf8' });
    fs.writeFileSync(path.join(repo, 'conf.json'), badConf);
    fs.writeFileSync(path.join(repo, 'notes.md'), '# Notes\n\nMore.\n');
    const bad = commit('--all');
    assert.notEqual(bad.status, 0);
    assert.match(bad.stdout + bad.stderr, /conf\.json:1: refused .*syntax\/parse-error/);
    // `git commit FILE` judges an index of its own.
    const good = commit('notes.md');
    assert.equal(good.status, 0, good.stderr);
    assert.equal(git(repo, 'log', '-1', '--name-only', '--format='), 'notes.md');
    assert.equal(pawl(world, ['guard', 'install-hook', '--repo', repo, '--remove']).code, 0);
    assert.equal(commit('--all').status, 0);
    const hook = path.join(repo, '.git', 'hooks', 'pre-commit');
    fs.writeFileSync(hook, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const foreign = pawl(world, ['guard', 'install-hook', '--repo', repo]);
    assert.equal(foreign.code, 4, foreign.err);
    assert.match(foreign.err, /stays as it is/);
    assert.match(fs.readFileSync(hook, 'utf8'), /exit 0/);
  }));

test('a replay judges every commit, and says which were refused', () => inWorld((world, repo) => {
  for (const [name, text] of [['a.json', '{}\n'], ['b.json', '{,}\n'], ['c.json', '[]\n']]) {
    fs.writeFileSync(path.join(repo, name), text);
    git(repo, 'add', '-A');
    git(repo, 'commit', '-qm', name);
  }
  const replay = pawl(world, ['guard', 'replay', '--repo', repo, '--json', '--only', 'syntax']);
  assert.equal(replay.code, 6, replay.err);
  const document = JSON.parse(replay.out);
  assert.equal(document.commits.length, 4);
  assert.equal(document.refused, 1);
  const subjects = git(repo, 'log', '--reverse', '--format=%H %s').split('\n');
  const refused = document.commits.findIndex((commit) => commit.refused);
  assert.match(subjects[refused], /b\.json$/);
  assert.equal(pawl(world, ['guard', 'replay', 'no-such..HEAD', '--repo', repo]).code, 9);
}));

test('wrong input is named', () => inWorld((world, repo) => {
  const rows = [
    [['--only', 'syntx'], 2, /did you mean syntax/],
    [['--head', 'nothing'], 9, /no commit "nothing"/],
    [['--head', '--all'], 2, /.+/],
    [['--staged', '--head', 'HEAD'], 2, /exclude each other/],
    [['--format', 'xml'], 2, /text, json, sarif or github/],
    [['--patch', path.join(repo, 'notes.md')], 2, /does not apply/],
    [['--patch', '/no/such/file'], 9, /no\/such\/file/],
    [['--sanction', 'nothing/at-all'], 2, /there is no guard/],
    [['--fast', '--require', 'tests'], 2, /--require tests contradicts .*--fast/],
    [['--only', 'syntax', '--require', 'secrets'], 2, /--require secrets contradicts .*--only/],
  ];
  for (const [args, code, says] of rows) {
    const done = pawl(world, ['guard', 'check', '--repo', repo, ...args]);
    assert.equal(done.code, code, `${args.join(' ')}: ${done.err}`);
    assert.match(done.err, says);
  }
  fs.mkdirSync(path.join(repo, '.pawl'));
  fs.writeFileSync(path.join(repo, '.pawl', 'guards.yaml'), 'suppress:\n  - rule: syntax\n');
  git(repo, 'add', '-A');
  git(repo, 'commit', '-qm', 'Broken');
  const broken = check(world, repo);
  assert.equal(broken.code, 2, broken.err);
  assert.match(broken.err, /guards\.yaml: entry 1 .* names no `path`/);
}));

test('public schemas are fetched when asked, and only then stand in for the small ones', async () => {
  const world = makeWorld();
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    const found = request.url === '/s/package.json';
    response.writeHead(found ? 200 : 404).end(found ? '{"properties": {"level": {"enum": ["low"]}}}' : 'no');
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  try {
    const repo = makeRepo(world, { 'package.json': '{\n  "name": "a"\n}\n' });
    fs.writeFileSync(path.join(repo, 'package.json'), '{\n  "name": "a",\n  "level": "high"\n}\n');
    const judge = () => check(world, repo, '--only', 'schema');
    assert.equal(judge().code, 0);
    world.env.PAWL_SCHEMAS_MIRROR = `http://127.0.0.1:${server.address().port}/s`;
    const update = async (...names) => startPawl(world, ['schemas', 'update', ...names]).ended;
    const some = await update('package.json', 'cargo');
    assert.equal(some.code, 7, some.err);
    assert.match(some.err, /package\.json: fetched, 44 bytes\n.*cargo\.json: .* answers 404/);
    assert.deepEqual(asked, ['/s/package.json', '/s/cargo.json']);
    assert.equal((await update('cargo')).code, 75);
    assert.equal((await update('nonsense')).code, 2);
    const refused = judge();
    assert.equal(refused.code, 6, refused.out);
    assert.deepEqual(rulesOf(JSON.parse(refused.out)), ['schema/wrong-value package.json refuses']);
    const list = JSON.parse(pawl(world, ['schemas', 'list', '--json']).out).schemas;
    assert.deepEqual(list.filter((one) => one.source === 'public').map((one) => one.schema), ['package.json']);
    assert.equal(pawl(world, ['schemas', 'clear']).code, 0);
    assert.equal(judge().code, 0);
    assert.equal(asked.length, 3);
  } finally {
    server.close();
    world.remove();
  }
});
