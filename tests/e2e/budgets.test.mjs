// Budgets: a run stops before its limit, keeps what is verified, says what is left, and goes on
// with a larger budget.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import {
  git, journal, makeRepo, makeWorld, pawl, runFolders, runJson, startFakeModel, startPawl, until,
} from './lib.mjs';

const kSubtasks = 32;
const name = (number) => `notes/n${String(number).padStart(2, '0')}.md`;
const files = { 'app.py': 'print(1)\n' };
for (let i = 1; i <= kSubtasks; ++i) files[name(i)] = `# Note ${i}\n\nNothing yet.\n`;

const plan = JSON.stringify({
  tasks: Array.from({ length: 8 }, (_, task) => ({
    title: `Write notes ${task + 1}`, metric: 'docs', priority: 1,
    subtasks: Array.from({ length: 4 }, (__, at) => ({
      title: `Note ${task * 4 + at + 1}`, description: 'Say something.',
      file_hints: [name(task * 4 + at + 1)], action: 'modify',
    })),
  })),
});
const work = (number) => JSON.stringify({
  commit_message: `docs: Say something in ${number}`,
  edits: [{ kind: 'replace', path: name(number), find: 'Nothing yet.', content: 'Something.' }],
});
// Every call to the worker spends 2400 tokens: 76,800 in all, six times the budget below. No report
// here is smaller than what Pawl itself estimates, which would count instead.
const kTokens = 2400;
const kPlanTokens = 5000;
const usage = { prompt_tokens: 2000, completion_tokens: 400 };
const script = [
  { text: plan, role: 'planner', usage: { prompt_tokens: 3000, completion_tokens: 2000 } },
  ...Array.from({ length: kSubtasks },
    (_, at) => ({ text: work(at + 1), role: 'worker', match: name(at + 1), usage })),
];
const kBudget = 12_000;

async function withFakeModel(body, entries = script) {
  const world = makeWorld();
  const fake = await startFakeModel(world, entries);
  try {
    Object.assign(world.env, {
      LM_STUDIO_BASE_URL: fake.url, PAWL_MODEL: 'openai:fake', PAWL_MODEL_MAX_TOKENS: '500',
      PAWL_CHECKS_RUN: 'no',
    });
    await body(world, makeRepo(world, files), fake);
  } finally {
    await fake.stop();
    world.remove();
  }
}

const ofKind = (world, kind) => journal(runFolders(world)[0]).filter((event) => event.kind === kind);
const posts = (fake) => fake.requests().filter((request) => request.method === 'POST').length;
const spent = (document) => document.cost.tokens_in + document.cost.tokens_out;
const statuses = (document) => document.tasks.flatMap((task) => task.subtasks)
  .map((subtask) => subtask.status);
const committed = (document) => statuses(document).filter((each) => each === 'committed').length;

function database(world, sql) {
  const done = spawnSync('sqlite3', [path.join(world.state, 'pawl.db'), sql], { encoding: 'utf8' });
  return done.status === 0 ? done.stdout.trim() : null;
}

function assertStoppedEarly(world, repo, done) {
  assert.equal(done.code, 7, done.err);
  const { document } = done;
  assert.equal(document.state, 'bailed');
  assert.equal(document.class, 'budget');
  assert.ok(committed(document) > 0);
  assert.ok(statuses(document).some((status) => status !== 'committed'));
  const left = kSubtasks - committed(document);
  assert.match(document.reason, new RegExp(`${left} subtasks left: T00\\d-S0\\d`));
  assert.match(document.reason, /--resume and a larger budget/);
  // The part that is done is offered, and says that it is a part.
  assert.ok(document.pr.number > 0);
  assert.equal(git(repo, 'rev-parse', document.branch), document.commits.at(-1).id);
  const pull = JSON.parse(pawl(world, ['pr', 'show', String(document.pr.number), '--json'],
    { cwd: repo }).out);
  assert.match(JSON.stringify(pull), /stopped early/);
}

test('a run that would spend several times its budget stops before the limit, and goes on later', async () => {
  await withFakeModel(async (world, repo, fake) => {
    const done = runJson(world, [repo, '--max-tokens', String(kBudget)]);
    assertStoppedEarly(world, repo, done);
    assert.ok(spent(done.document) < kBudget, JSON.stringify(done.document.cost));
    assert.equal(spent(done.document), kPlanTokens + committed(done.document) * kTokens);
    const [told] = ofKind(world, 'budget.exhausted');
    assert.equal(told.data.scope, 'run');
    assert.equal(told.data.unit, 'tokens');
    assert.equal(ofKind(world, 'budget.exhausted').length, 1);

    const calls = posts(fake);
    const same = runJson(world, [repo, '--resume', '--max-tokens', String(kBudget)]);
    assert.equal(same.code, 7, same.err);
    assert.equal(posts(fake), calls, 'what earlier processes spent counts');

    const all = runJson(world, [repo, '--resume', '--max-tokens', '1000000']);
    assert.equal(all.code, 0, all.err);
    assert.equal(committed(all.document), kSubtasks);
    assert.equal(all.document.pr.number, done.document.pr.number);
    assert.equal(git(repo, 'rev-parse', all.document.branch), all.document.commits.at(-1).id);
    const pull = pawl(world, ['pr', 'show', String(all.document.pr.number), '--json'], { cwd: repo });
    assert.doesNotMatch(pull.out, /stopped early/);
    assert.equal(JSON.parse(pull.out).head_commit, all.document.commits.at(-1).id);
  });
});

test('a limit in dollars holds by the prices of a file, and is refused where nobody knows them', async () => {
  await withFakeModel(async (world, repo, fake) => {
    const prices = path.join(world.folder, 'prices.json');
    fs.writeFileSync(prices, JSON.stringify({
      version: 1, prices: [{ model: 'openai:fake', in: 10, out: 50 }],
    }));
    const done = runJson(world, [repo, '--max-cost', '0.3'], { env: { PAWL_PRICES_FILE: prices } });
    assertStoppedEarly(world, repo, done);
    assert.ok(done.document.cost.usd > 0 && done.document.cost.usd < 0.3);
    const work = done.document.cost.by.find((line) => line.role === 'worker');
    assert.equal(work.usd.toFixed(6), (committed(done.document) * 0.04).toFixed(6));
    assert.match(pawl(world, ['status', done.document.run]).out, /USD/);
    assert.match(fs.readFileSync(path.join(runFolders(world)[0], 'artifacts', 'pull-request.md'),
      'utf8'), /USD/);
    const calls = posts(fake);
    const unknown = runJson(world, [repo, '--reset', '--max-cost', '0.087',
      '--model', 'openai:fake@http://models.example/v1']);
    assert.equal(unknown.code, 2, unknown.err);
    assert.match(unknown.err, /nobody knows what openai:fake@http:\/\/models\.example\/v1 costs/);
    assert.equal(posts(fake), calls);
  });
});

test('a local model costs nothing, one without a price costs nobody knows what', async () => {
  await withFakeModel(async (world, repo) => {
    const local = runJson(world, [repo, '--max-tokens', String(kBudget)]);
    assert.equal(local.document.cost.usd, 0);
    assert.equal(local.document.cost.unpriced_calls, 0);
  });
});

test('a plan that costs too much ends the run with nothing made', async () => {
  await withFakeModel(async (world, repo, fake) => {
    const done = runJson(world, [repo, '--max-tokens', '100']);
    assert.equal(done.code, 7, done.err);
    assert.match(done.err, /budget of a run/);
    assert.equal(posts(fake), 0);
    assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '');
  });
});

test('the budget of a day is shared by runs, and survives a process that is killed', async () => {
  const slow = [script[0], { text: work(1), role: 'worker', delay_ms: 600_000 }, script[0],
    ...script.slice(1)];
  await withFakeModel(async (world, repo, fake) => {
    world.env.PAWL_BUDGET_DAY_TOKENS = '36000';
    const first = startPawl(world, ['run', repo, '--yes']);
    await until(() => posts(fake) === 2, 'the call that never ends');
    first.child.kill('SIGKILL');
    await first.ended;
    const open = database(world, 'SELECT count(*), sum(tokens) FROM spending WHERE open = 1');
    if (open !== null) assert.match(open, /^1\|/);
    const done = runJson(world, [repo, '--reset']);
    assert.equal(done.code, 7, done.err);
    assert.match(done.document.reason, /budget of a day/);
    // The dead call counts with its prompt only, not with all that was reserved, for ever.
    assert.ok(committed(done.document) >= 9, `${committed(done.document)} commits`);
    const left = database(world, 'SELECT count(*) FROM spending WHERE open = 1');
    if (left !== null) assert.equal(left, '0');
    const again = runJson(world, [repo, '--resume']);
    assert.equal(again.code, 7, again.err);
    assert.match(again.err, /budget of a day/);
  }, slow);
});

test('time is a budget too', async () => {
  const slow = [script[0], script[1], { ...script[2], delay_ms: 600_000 }];
  await withFakeModel(async (world, repo) => {
    const start = Date.now();
    const done = runJson(world, [repo, '--max-time', '12']);
    assert.ok(Date.now() - start < 60_000);
    assert.equal(done.code, 7, done.err);
    assert.equal(committed(done.document), 1);
    assert.equal(ofKind(world, 'budget.exhausted')[0].data.unit, 'seconds');
  }, slow);
});
