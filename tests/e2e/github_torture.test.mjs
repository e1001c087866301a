// A whole run on GitHub (pull request, self-review, red checks, a repair, green) is killed between any two of its requests from open-pr to
// its end, and each answer is lost once after it took effect. There is never a second pull request, branch, review or comment, and each resume
// ends right. PAWL_KILLS says how many kills, each of a living process (rounds.mjs; 100 is what is shown before a release, with each answer lost
// once).
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { scheduler } from 'node:timers/promises';

import { atGitHub, checkLog, json, pullsOf } from './github_world.mjs';
import { journal, pawl, runFolders, startFakeModel, startPawl } from './lib.mjs';
import { rounds, seed } from './rounds.mjs';
import { generator } from '../random.mjs';

const kills = rounds('PAWL_KILLS', { whole: 5, alone: 24 });
const kShow = 100;

const random = generator(seed);

const files = {
  'README.md': '# Box\n\nOpens and closes.\n',
  'lib/opening.js': '// Opens.\n\nfunction openBox() {\n  return 7;\n}\n\nmodule.exports = { openBox };\n',
  '.github/workflows/ci.yml': 'on: [push]\njobs: {build: {runs-on: ubuntu-latest, steps: [{run: make}]}}\n',
};
const log = 'lib/opening.js:4: error: openBox() is 2, and not 1\n##[error]Process completed with exit code 1.\n';
const ci = { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], appearAfter: 0, jobs: [
  { name: 'build', startAfter: 0, endAfter: 0, steps: [{ name: 'Check out' }, { name: 'Run tests', fails: true }],
    when: [{ path: 'lib/opening.js', contains: 'return 2', conclusion: 'failure' }], log: { failure: log, success: 'all passed\n' } }] }] };

// A model that says the same to the same question, whoever was killed before.
const says = (match, value) => ({ match, repeat: true, text: JSON.stringify(value) });
const edit = (find, content) => ({ commit_message: 'feat: Open with less', edits: [{ kind: 'replace', path: 'lib/opening.js', find, content }] });
const model = [
  says('You plan', { tasks: [{ title: 'Open', subtasks: [{ title: 'Open with less', description: 'Open with less', file_hints: ['lib/opening.js'], action: 'modify' }] }] }),
  says('You review a change', { findings: [{ severity: 'minor', category: 'logic', summary: 'Nothing says why it is two.', file: 'lib/opening.js', line: 4, quote: '  return 2;' }] }),
  says('You judge one small change', { approved: true, feedback: '' }),
  says('CI failed on the current code', edit('return 2', 'return 1')),
  says('You carry out', edit('return 7', 'return 2')),
];

const changes = (entry) => entry.operation === 'git/push' || (entry.operation !== 'query' && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(entry.method));
const shuffled = (list) => list.map((value) => ({ value, rank: random() })).sort((a, b) => a.rank - b.rank).map((one) => one.value);

async function workshop(t) {
  const at = await atGitHub(t, { name: '' });
  // A hundred runs are more than an hour of one account takes.
  await at.github.do('limits', { core: 1_000_000, minuteRest: 100_000, minuteContent: 100_000, hourContent: 100_000 });
  const fake = await startFakeModel(at.world, model, ['--max-seconds', '7200']);
  t.after(() => fake.stop());
  Object.assign(at.world.env, {
    PAWL_SELF_REVIEW_RUN: 'true', PAWL_CI_POLL: '1', PAWL_CI_GRACE: '3', PAWL_CI_TIMEOUT: '60', PAWL_MODEL: 'openai:fake', PAWL_MODEL_BASE_URL: fake.url,
  });
  let count = 0;
  const fresh = async () => {
    count += 1;
    fs.rmSync(at.world.env.PAWL_HOME, { recursive: true, force: true });
    await at.github.do('clear-faults');
    await at.repo(`box-${count}`, { files });
    await at.github.do('ci', { repo: `alice/box-${count}`, script: ci });
    return `box-${count}`;
  };
  const words = (name) => ['run', `alice/${name}`, '--yes', '--json', '--task', 'Let openBox() in lib/opening.js return less'];
  // From where it was, until it ends by itself.
  const toItsEnd = (name) => {
    let last;
    for (let tries = 0; tries < 4; tries += 1) {
      const begun = runFolders(at.world).length > 0;
      last = pawl(at.world, begun ? ['run', `alice/${name}`, '--yes', '--json', '--resume'] : words(name));
      // Nothing to resume: the run had ended when it was killed.
      if (last.code === 0 || (begun && last.code === 9)) return last;
    }
    return last;
  };
  // One of each, and the repaired head is green.
  const assertOnce = async (name, done, what) => {
    const read = async (place) => (await at.bob.rest('GET', `/repos/alice/${name}/${place}`)).body;
    const pulls = await pullsOf(at.bob, name);
    assert.equal(pulls.length, 1, `${what}: ${done.err}`);
    const [pull] = pulls;
    assert.deepEqual((await read('branches')).map((one) => one.name).filter((one) => one !== 'main'), [pull.head.ref], what);
    assert.equal((await read(`pulls/${pull.number}/commits`)).length, 2, `${what}: ${done.err}`);
    assert.equal((await read(`pulls/${pull.number}/reviews`)).length, 1, `${what}: ${done.err}`);
    assert.equal((await read(`issues/${pull.number}/comments`)).length, 1, `${what}: ${done.err}`);
    const [run] = (await read(`commits/${pull.head.sha}/check-runs`)).check_runs;
    assert.equal(run?.conclusion, 'success', what);
    return pull;
  };
  // What an undisturbed run asks, from its first request of open-pr on.
  const name = await fresh();
  const before = (await at.github.do('summary')).requests;
  const plain = pawl(at.world, words(name));
  assert.equal(plain.code, 0, plain.err);
  assert.match(json(plain).reason, /^opened .*; self-review: 1 finding \(1 minor\); CI is green, after a repair/);
  const requests = (await at.github.do('log', { after: before })).entries.filter((entry) => entry.method !== 'HOOK');
  await assertOnce(name, plain, 'undisturbed');
  const push = requests.findIndex((entry) => entry.operation === 'git/push');
  assert.ok(push > 0);
  t.diagnostic(`PAWL_SEED=${seed}: ${requests.length} requests, ${requests.length - push} of them from the first push on`);
  return { ...at, fresh, words, toItsEnd, assertOnce, requests, push };
}

const named = (entry) => `${entry.method} ${entry.operation ?? ''} ${entry.path}`;

test('each answer is lost once, after it took effect', { timeout: 7_200_000 }, async (t) => {
  const { github, world, bob, fresh, words, toItsEnd, assertOnce, requests } = await workshop(t);
  const all = requests.map((entry, index) => index + 1);
  const writes = all.filter((at) => changes(requests[at - 1]));
  // The first push is always among them: git sends it again by itself, and reports the second one's refusal.
  const firstPush = writes.find((at) => requests[at - 1].operation === 'git/push' && requests[at - 1].method === 'POST');
  const some = kills >= kShow ? all : [firstPush, ...shuffled(writes.filter((at) => at !== firstPush)).slice(0, Math.ceil(kills / 3) - 1)];
  let resumed = 0;
  for (const at of some) {
    const name = await fresh();
    await github.do('fault', { rules: [{ from: at, then: { lose: true } }] });
    let done = pawl(world, words(name));
    const what = `seed ${seed}: answer ${at} (${named(requests[at - 1])}) was lost`;
    if (done.code !== 0) {
      assert.ok([1, 75].includes(done.code), `${what}: ${done.code} ${done.err}`);
      resumed += 1;
      done = toItsEnd(name);
    }
    assert.equal(done.code, 0, `${what}: ${done.err}`);
    const pull = await assertOnce(name, done, what);
    assert.equal(json(done).pr.url, pull.html_url, what);
  }
  const summary = await checkLog(github, bob, world);
  t.diagnostic(`${some.length} answers lost, ${resumed} runs resumed; ${summary.requests} requests, none outside GitHub's schemas`);
});

test(`${kills} kills of a living process`, { timeout: 7_200_000 }, async (t) => {
  const { github, world, bob, fresh, words, toItsEnd, assertOnce, requests, push } = await workshop(t);
  const waiting = async (name, ended) => {
    for (;;) {
      if ((await github.do('faults')).waiting.includes(name)) return true;
      if (await Promise.race([ended.then(() => true), scheduler.wait(5).then(() => false)])) return false;
    }
  };
  // Killed while the answer to request `at` is on its way, or some time after it came: the answer to the next one is held as well, so
  // that nobody comes to an end before. Nothing: that run had fewer requests.
  const killed = async (name, at, pause) => {
    await github.do('fault', { rules: [{ from: at, then: { hold: 'one' } }, { from: at + 1, then: { hold: 'two' } }] });
    const { child, ended } = startPawl(world, words(name));
    if (!await waiting('one', ended)) return null;
    if (pause !== null) {
      await github.do('release', { name: 'one' });
      await scheduler.wait(pause);
    }
    child.kill('SIGKILL');
    const result = await ended;
    for (const one of ['one', 'two']) await github.do('release', { name: one });
    // What was not asked before the kill must not wait for whoever goes on.
    await github.do('clear-faults');
    assert.equal(result.signal, 'SIGKILL', 'the process lived');
    return result;
  };
  const stageOf = () => {
    const folders = runFolders(world).filter((folder) => fs.existsSync(path.join(folder, 'events.jsonl')));
    const begun = folders.flatMap((folder) => journal(folder)).filter((event) => event.node);
    return begun.length > 0 ? begun.at(-1).node : 'before';
  };
  const stages = new Map();
  // All places once, then again, in any order.
  let places = [];
  let n = 0;
  while (n < kills) {
    if (places.length === 0) places = shuffled(requests.map((entry, index) => index + 1).slice(push, -1));
    const at = places.pop();
    const name = await fresh();
    const pause = n % 2 === 0 ? null : random() * 200;
    const result = await killed(name, at, pause);
    if (!result) continue;
    n += 1;
    const stage = stageOf();
    stages.set(stage, (stages.get(stage) ?? 0) + 1);
    const what = `seed ${seed}: killed ${pause === null ? 'at' : `${Math.round(pause)} ms after`} request ${at} (${named(requests[at - 1])}) in ${stage}`;
    const done = toItsEnd(name);
    assert.ok([0, 9].includes(done.code), `${what}: ${done.code} ${done.err}`);
    await assertOnce(name, done, what);
  }
  const summary = await checkLog(github, bob, world);
  t.diagnostic(`PAWL_SEED=${seed}: ${n} kills, each of a living process: ${[...stages].map(([stage, count]) => `${count} in ${stage}`).join(', ')}; ${summary.requests} requests, none outside GitHub's schemas`);
});
