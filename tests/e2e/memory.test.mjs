// Runs learn from the runs before them on the same repository: what failed too often is left out of
// the next plan until something speaks for it again. A gateway adds to that and takes nothing away.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';

import {
  git, journal, makeRepo, makeWorld, nodePackage, pawl, runFolders, runJson, startPawl, writeScript,
} from './lib.mjs';

const quick = { PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1' };
const files = {
  ...nodePackage({ name: 'sum' }),
  'sum.js': 'function sum(list) {\n  return 0;\n}\n\nmodule.exports = { sum };\n',
  'other.js': 'module.exports = { one: 1 };\n',
};
const edit = (file, find, content) => JSON.stringify({
  commit_message: `fix: Change ${file}`,
  edits: [{ kind: 'replace', path: file, find, content }],
});
const broken = edit('sum.js', '  return 0;', '  return ((0;');
const good = edit('sum.js', '  return 0;', '  return list.reduce((all, one) => all + one, 0);');
const elsewhere = edit('other.js', 'one: 1', 'one: 2');
const subtask = (file) => ({ title: `Mend ${file}`, description: 'Please.', file_hints: [file] });

// What a run offered does not keep the next one from it: these tests are about what failed.
function closePulls(world, repo) {
  const { pulls } = JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out);
  for (const pull of pulls.filter((one) => one.state === 'open')) {
    assert.equal(pawl(world, ['pr', 'close', String(pull.number), repo]).code, 0);
  }
}

// One run with these subtasks and answers, to its end.
function attempt(world, repo, names, answers, options = {}) {
  const planFile = path.join(world.folder, 'plan.json');
  fs.writeFileSync(planFile, JSON.stringify({
    tasks: [{ title: 'Mend', metric: 'docs', subtasks: names.map(subtask) }],
  }));
  const script = writeScript(world, answers.length > 0 ? answers : ['{}']);
  const before = new Set(runFolders(world));
  const done = runJson(world, [repo, '--plan-from-file', planFile, '--model', `scripted:${script}`],
    { ...options, env: { ...quick, ...options.env } });
  const folder = runFolders(world).find((name) => !before.has(name));
  closePulls(world, repo);
  return { ...done, folder, events: folder ? journal(folder) : [] };
}

const of = (run, kind) => run.events.filter((event) => event.kind === kind);
const fail = (world, repo, options) => {
  const run = attempt(world, repo, ['sum.js'], [broken, broken], options);
  assert.equal(run.code, 6, run.err);
  return run;
};
const remembered = (world, ...args) => {
  const done = pawl(world, ['memory', 'list', ...args, '--json']);
  assert.equal(done.code, 0, done.err);
  const { observations, left_alone: leftAlone } = JSON.parse(done.out);
  return { observations, left_alone: leftAlone };
};
const outcomes = (world, repo) => remembered(world, repo).observations
  .map((one) => `${one.subtask} ${one.outcome} ${one.paths} ${one.failure_modes}`);

test('the third run leaves out what failed twice, and says why; other repositories do not', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const fake = makeRepo(world, files, 'fake');
    const first = fail(world, repo);
    assert.equal(of(first, 'plan.occam_filter').length, 0);
    fail(world, repo);
    assert.deepEqual(outcomes(world, repo), Array(2).fill('T001-S01 fail sum.js syntax_invalid'));

    const third = attempt(world, repo, ['sum.js', 'other.js'], [elsewhere]);
    assert.equal(third.code, 0, third.err);
    const [told] = of(third, 'plan.occam_filter');
    assert.equal(told.data.threshold, 2);
    assert.equal(told.data.kept_subtasks, 1);
    assert.equal(told.data.total_subtasks, 2);
    assert.deepEqual(told.data.tasks_dropped, []);
    const [left] = told.data.filtered_subtasks;
    assert.equal(left.path, 'sum.js');
    assert.equal(left.max_fail_count, 2);
    for (const part of [/sum\.js failed 2 times lately/, new RegExp(first.document.run),
      /T001-S01 by syntax\/parse-error/, /left alone until \d{4}-/]) {
      assert.match(left.reason, part);
    }
    assert.deepEqual(of(third, 'plan.dropped').map((event) => event.data.reason), [left.reason]);
    assert.match(third.err, /left out T001-S01: sum\.js failed 2 times lately/);
    assert.deepEqual(remembered(world, repo).left_alone.map((one) => one.path), ['sum.js']);

    const only = attempt(world, repo, ['sum.js'], []);
    assert.equal(only.code, 3, only.err);
    assert.match(only.document.reason ?? only.err, /earlier runs failed too often/);
    assert.deepEqual(of(only, 'plan.occam_filter')[0].data.tasks_dropped.map((task) => task.task_id), ['T001']);

    // The same files somewhere else are another matter.
    assert.equal(attempt(world, fake, ['sum.js'], [good]).code, 0);
    assert.deepEqual(remembered(world, fake).left_alone, []);
    // And that success is none of the first repository's.
    assert.equal(attempt(world, repo, ['sum.js'], []).code, 3);
  } finally {
    world.remove();
  }
});

test('a success in between, a higher threshold, or forgetting brings a file back', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    fail(world, repo);
    assert.equal(attempt(world, repo, ['other.js', 'sum.js'], [elsewhere, good]).code, 0);
    fail(world, repo);
    // One failure since the success: it is tried again, and that is the second.
    fail(world, repo);
    assert.equal(attempt(world, repo, ['sum.js'], []).code, 3);
    assert.equal(attempt(world, repo, ['sum.js'], [good], { env: { GITOMA_OCCAM_FILTER_THRESHOLD: '3' } }).code, 0);
    assert.deepEqual(remembered(world, repo).left_alone, []);

    fail(world, repo);
    fail(world, repo);
    const nothing = pawl(world, ['memory', 'forget', repo, 'other.py']);
    assert.equal(nothing.code, 3, nothing.err);
    assert.equal(attempt(world, repo, ['sum.js'], []).code, 3);
    assert.equal(pawl(world, ['memory', 'forget', repo, '../sum.js']).code, 4);
    const forgot = pawl(world, ['memory', 'forget', repo, 'sum.js', '--json']);
    assert.equal(forgot.code, 0, forgot.err);
    assert.equal(JSON.parse(forgot.out).observations, 7);
    assert.deepEqual(outcomes(world, repo), ['T001-S01 success other.js ']);
    assert.equal(attempt(world, repo, ['sum.js'], [good]).code, 0);

    assert.equal(pawl(world, ['memory', 'forget', repo]).code, 0);
    assert.deepEqual(remembered(world, repo).observations, []);
    assert.equal(pawl(world, ['memory', 'list', path.join(world.folder, 'nowhere')]).code, 9);
  } finally {
    world.remove();
  }
});

test('a file that a failing test names is never left out', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, {
      ...files,
      'sum.test.js': "const test = require('node:test');\nconst assert = require('node:assert');\nconst { sum } = require('./sum');\n\ntest('adds', () => assert.equal(sum([1, 2]), 3));\n",
    });
    fail(world, repo);
    fail(world, repo);
    assert.equal(attempt(world, repo, ['sum.js'], []).code, 3);
    const env = { PAWL_CHECKS_RUN: '1', PAWL_PLAN_RULES_OFF: 'real-bug' };
    const back = attempt(world, repo, ['sum.js'], [good], { env });
    assert.equal(back.code, 0, back.err);
    assert.equal(of(back, 'plan.occam_filter').length, 0);
    const kept = of(back, 'plan.rule').flatMap((event) => event.data.kept);
    assert.deepEqual(kept.map((note) => note.what), ['sum.js']);
    assert.match(kept[0].reason, /failed too often.*a test that fails names it/);
  } finally {
    world.remove();
  }
});

test('what is remembered can be made again from the journals, once each', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    fail(world, repo);
    attempt(world, repo, ['sum.js', 'other.js'], [good, JSON.stringify({ edits: [], no_change_reason: 'It is fine.' })]);
    const before = remembered(world);
    assert.deepEqual(before.observations.map((one) => one.outcome), ['skipped', 'success', 'fail']);
    assert.equal(before.observations[1].commit, git(repo, 'rev-parse', before.observations[1].branch));
    for (const ending of ['', '-wal', '-shm']) fs.rmSync(path.join(world.state, `pawl.db${ending}`), { force: true });
    assert.deepEqual(remembered(world), before, 'a missing database is made again at once');
    for (let i = 0; i < 2; i += 1) {
      assert.equal(pawl(world, ['doctor', '--rebuild-index']).code, 0);
      assert.deepEqual(remembered(world), before);
    }
  } finally {
    world.remove();
  }
});

// ---- the gateway

// An Occam Observer that keeps what it receives, and can misbehave.
async function startGateway(answer = null, only = '') {
  const entries = [];
  const seen = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (data) => { body += data; });
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, body });
      if (answer && request.url.startsWith(only)) return answer(response);
      const url = new URL(request.url, 'http://gateway');
      if (request.method === 'POST' && url.pathname === '/observation') {
        entries.unshift({ id: entries.length + 1, ts: new Date().toISOString().replace(/\.\d+/, ''), ...JSON.parse(body) });
        return response.end(JSON.stringify({ id: entries.length, ts: entries[0].ts }));
      }
      const agent = url.searchParams.get('agent');
      const found = entries.filter((entry) => entry.agent === agent);
      return response.end(JSON.stringify(found.length > 0 ? found : null));
    });
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    entries,
    stop: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }),
  };
}

// As attempt(), while this process goes on answering.
async function attemptWith(world, repo, gateway, names, answers) {
  const planFile = path.join(world.folder, 'plan.json');
  fs.writeFileSync(planFile, JSON.stringify({ tasks: [{ title: 'Mend', metric: 'docs', subtasks: names.map(subtask) }] }));
  const script = writeScript(world, answers);
  const before = new Set(runFolders(world));
  const start = Date.now();
  const done = await startPawl(world, ['run', repo, '--plan-from-file', planFile, '--model', `scripted:${script}`, '--yes', '--json'],
    { env: { ...quick, ...(gateway ? { OCCAM_URL: gateway } : {}) } }).ended;
  const ms = Date.now() - start;
  const folder = runFolders(world).find((name) => !before.has(name));
  closePulls(world, repo);
  return { ...done, ms, folder, events: journal(folder), document: JSON.parse(done.out) };
}

// What a run decided and made, without what differs from run to run.
function essence(run, repo) {
  const plan = JSON.parse(fs.readFileSync(path.join(run.folder, 'artifacts', 'plan.json'), 'utf8'));
  const { branch } = run.document;
  return {
    code: run.code,
    tasks: plan.tasks,
    tree: git(repo, 'rev-parse', `${branch}^{tree}`),
    subjects: git(repo, 'log', '--format=%s', `main..${branch}`),
    left: of(run, 'plan.dropped').map((event) => event.data.subtask),
  };
}

test('a gateway that is dead, slow or mad changes nothing, and costs two seconds at most', async () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, { ...files, 'third.js': 'module.exports = { two: 2 };\n' });
    const names = ['sum.js', 'other.js', 'third.js'];
    const answers = [good, elsewhere, edit('third.js', 'two: 2', 'two: 3')];
    const alone = await attemptWith(world, repo, null, names, answers);
    assert.equal(alone.code, 0, alone.err);
    const wanted = essence(alone, repo);

    const dead = await startGateway();
    await dead.stop();
    const ways = {
      dead: { url: dead.url, reason: /unreachable/ },
      silent: { answer: () => {}, reason: /timeout/ },
      dripping: {
        answer: (response) => {
          response.write('[');
          const drip = setInterval(() => response.write(' '), 50);
          response.on('close', () => clearInterval(drip));
        },
        reason: /timeout/,
      },
      slow: { answer: (response) => { setTimeout(() => response.end('null'), 1000); }, reason: /no id|timeout/ },
      garbage: { answer: (response) => response.end('<html>No</html>'), reason: /no JSON/ },
      lying: { answer: (response) => response.end('[{"agent": 7}, 9, {"outcome": "fail"}]'), reason: /another shape/ },
      failing: { answer: (response) => { response.statusCode = 500; response.end('[]'); }, reason: /status 500/ },
      huge: { answer: (response) => response.end(`["${'x'.repeat(3 << 20)}"]`), reason: /unreachable/ },
    };
    for (const [name, way] of Object.entries(ways)) {
      const gateway = way.url ? null : await startGateway(way.answer);
      try {
        const run = await attemptWith(world, repo, way.url ?? gateway.url, names, answers);
        assert.deepEqual(essence(run, repo), wanted, name);
        const notes = of(run, 'memory.gateway');
        assert.equal(notes.length, 1, `${name}: ${JSON.stringify(notes)}`);
        assert.match(notes[0].data.reason, way.reason, name);
        // The limit is two seconds; a busy machine sees it pass a little later.
        assert.ok(notes[0].data.ms < 2 * 2000, `${name}: ${notes[0].data.ms}`);
      } finally {
        await gateway?.stop();
      }
    }
  } finally {
    world.remove();
  }
});

test('what two machines share at a gateway counts for both, and for one repository only', async () => {
  const world = makeWorld();
  const gateway = await startGateway();
  try {
    const repo = makeRepo(world, files);
    const fake = makeRepo(world, files, 'fake');
    const env = { env: { ...world.env } };
    for (const home of ['one', 'two']) {
      world.env.PAWL_HOME = path.join(world.folder, home);
      world.state = path.join(world.env.PAWL_HOME, 'state');
      const run = await attemptWith(world, repo, gateway.url, ['sum.js'], [broken, broken]);
      assert.equal(run.code, 6, run.err);
      assert.equal(of(run, 'memory.gateway').length, 0, JSON.stringify(run.events.filter((e) => e.kind === 'memory.gateway')));
    }
    assert.equal(gateway.entries.length, 2);
    const [entry] = gateway.entries;
    assert.equal(entry.outcome, 'fail');
    assert.deepEqual(entry.touched_files, ['sum.js']);
    assert.deepEqual(entry.failure_modes, ['syntax_invalid']);
    assert.ok(!JSON.stringify(gateway.seen).includes(world.folder), 'no path of this machine is sent');

    world.env.PAWL_HOME = path.join(world.folder, 'three');
    world.state = path.join(world.env.PAWL_HOME, 'state');
    const third = await attemptWith(world, repo, gateway.url, ['sum.js', 'other.js'], [elsewhere]);
    assert.equal(third.code, 0, third.err);
    assert.match(of(third, 'plan.dropped')[0].data.reason, /sum\.js failed 2 times lately.*syntax_invalid/);
    const apart = await attemptWith(world, fake, gateway.url, ['sum.js'], [good]);
    assert.equal(apart.code, 0, apart.err);
    assert.equal(of(apart, 'plan.dropped').length, 0);
    Object.assign(world.env, env.env);
  } finally {
    await gateway.stop();
    world.remove();
  }
});

test('the planner is told of earlier runs, and what a gateway on this machine knows', async () => {
  const world = makeWorld();
  const gateway = await startGateway((response) => {
    response.end(JSON.stringify({ stack: ['node'], declared_frameworks: ['express'], manifest_files: ['package.json'] }));
  }, '/repo/fingerprint');
  try {
    const repo = makeRepo(world, files);
    fail(world, repo);
    const plan = { tasks: [{ title: 'Mend', metric: 'docs', priority: 1, description: 'Please.', subtasks: [subtask('other.js')] }] };
    const script = writeScript(world, [JSON.stringify(plan), elsewhere]);
    const before = new Set(runFolders(world));
    const done = await startPawl(world, ['run', repo, '--model', `scripted:${script}`, '--yes', '--json'],
      { env: { ...quick, OCCAM_URL: gateway.url } }).ended;
    assert.equal(done.code, 0, done.err);
    const run = runFolders(world).find((name) => !before.has(name));
    const model = path.join(run, 'model');
    const asked = fs.readdirSync(model).sort().map((name) => fs.readFileSync(path.join(model, name), 'utf8'));
    assert.match(asked[0], /begin earlier runs\\nfailed 1 time: sum\.js \(syntax\/parse-error\)/);
    assert.match(asked[0], /frameworks declared: express/);
    const kept = JSON.parse(fs.readFileSync(path.join(run, 'artifacts', 'memory.json'), 'utf8'));
    assert.deepEqual(kept.past.map((one) => [one.succeeded, one.paths]), [[false, ['sum.js']]]);
    assert.deepEqual(kept.fingerprint.stack, ['node']);
  } finally {
    await gateway.stop();
    world.remove();
  }
});
