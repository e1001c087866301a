// A run on GitHub is killed at each request, when that took effect and its answer is on the way, and at random instants; and each
// answer is lost once. There is never a second pull request, branch or comment, and each resume ends right. PAWL_KILLS says how many
// instants (16; 100: all requests, and the rest by time); PAWL_SEED repeats a choice.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { scheduler } from 'node:timers/promises';

import { atGitHub, checkLog, json, pullsOf } from './github_world.mjs';
import { pawl, runFolders, startPawl } from './lib.mjs';

const instants = Number(process.env.PAWL_KILLS ?? 16);
const seed = Number(process.env.PAWL_SEED ?? Date.now() % 1_000_000);

// mulberry32: the same numbers for the same seed.
function generator(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const random = generator(seed);
const changes = (entry) => entry.operation === 'git/push' || ['POST', 'PUT', 'PATCH', 'DELETE'].includes(entry.method);

// So many of the requests 1..n, those that change something first.
function chosen(log, count) {
  const all = log.map((entry, index) => ({ at: index + 1, rank: (changes(entry) ? 0 : 1) + random() }));
  return all.sort((a, b) => a.rank - b.rank).slice(0, count).map((one) => one.at);
}

// The run, from its beginning or from where it was, until it ends by itself.
function toItsEnd(world, target) {
  let last;
  for (let tries = 0; tries < 4; tries += 1) {
    const resume = runFolders(world).length > 0 ? ['--resume'] : [];
    last = pawl(world, ['run', target, '--yes', '--json', ...resume]);
    // Nothing to resume: the run ended before it was killed, or was never begun.
    if (last.code === 0 || (resume.length > 0 && last.code === 9)) return last;
  }
  return last;
}

async function assertOnce(bob, name, done, what) {
  const pulls = await pullsOf(bob, name);
  assert.equal(pulls.length, 1, `${what}: ${done.err}`);
  const branches = (await bob.rest('GET', `/repos/alice/${name}/branches`)).body.map((one) => one.name).filter((one) => one !== 'main');
  assert.deepEqual(branches, [pulls[0].head.ref], what);
  assert.deepEqual((await bob.rest('GET', `/repos/alice/${name}/issues/${pulls[0].number}/comments`)).body, [], what);
  assert.equal((await bob.rest('GET', `/repos/alice/${name}/pulls/${pulls[0].number}/commits`)).body.length, 1, what);
  return pulls[0];
}

test(`${instants} instants, seed ${seed}`, { timeout: 1_200_000 }, async (t) => {
  t.diagnostic(`PAWL_SEED=${seed}`);
  const { github, world, bob, repo } = await atGitHub(t, { name: '' });
  let count = 0;
  const fresh = async () => {
    count += 1;
    fs.rmSync(world.env.PAWL_HOME, { recursive: true, force: true });
    await github.do('clear-faults');
    await repo(`box-${count}`);
    return `box-${count}`;
  };

  const name = await fresh();
  const before = (await github.do('summary')).requests;
  const begun = Date.now();
  const plain = pawl(world, ['run', `alice/${name}`, '--yes', '--json']);
  const whole = Date.now() - begun;
  assert.equal(plain.code, 0, plain.err);
  const log = (await github.do('log', { after: before })).entries.filter((entry) => entry.method !== 'HOOK');
  await assertOnce(bob, name, plain, 'undisturbed');
  t.diagnostic(`${log.length} requests in ${whole} ms, ${log.filter(changes).length} of them change something`);

  let resumed = 0;
  const third = Math.ceil(instants / 3);
  for (const at of chosen(log, third)) {
    const box = await fresh();
    await github.do('fault', { rules: [{ from: at, then: { lose: true } }] });
    let done = pawl(world, ['run', `alice/${box}`, '--yes', '--json']);
    const what = `seed ${seed}: answer ${at} (${log[at - 1].method} ${log[at - 1].path}) was lost`;
    if (done.code !== 0) {
      assert.ok([1, 75].includes(done.code), `${what}: ${done.code} ${done.err}`);
      resumed += 1;
      done = toItsEnd(world, `alice/${box}`);
    }
    assert.equal(done.code, 0, `${what}: ${done.err}`);
    const pull = await assertOnce(bob, box, done, what);
    assert.equal(json(done).pr.url, pull.html_url, what);
  }
  t.diagnostic(`${third} answers lost, ${resumed} runs resumed`);

  const kill = async (child, ended, when) => {
    const over = ended.then(() => true);
    while (!(await Promise.race([over, when()]))) await scheduler.wait(5);
    child.kill('SIGKILL');
    return ended;
  };
  let killed = 0;
  const end = async (box, result, what) => {
    await github.do('release', { name: 'here' });
    if (result.signal === 'SIGKILL') killed += 1;
    else assert.equal(result.code, 0, `${what}: ${result.err}`);
    const done = result.signal === 'SIGKILL' ? toItsEnd(world, `alice/${box}`) : result;
    assert.ok([0, 9].includes(done.code), `${what}: ${done.code} ${done.err}`);
    await assertOnce(bob, box, done, what);
  };
  for (const at of chosen(log, third)) {
    const box = await fresh();
    await github.do('fault', { rules: [{ from: at, then: { hold: 'here' } }] });
    const { child, ended } = startPawl(world, ['run', `alice/${box}`, '--yes', '--json']);
    const result = await kill(child, ended, async () => (await github.do('faults')).waiting.length > 0);
    await end(box, result, `seed ${seed}: killed at request ${at} (${log[at - 1].method} ${log[at - 1].path})`);
  }
  for (let n = 0; n < instants - 2 * third; n += 1) {
    const box = await fresh();
    const at = Date.now() + random() * whole;
    const { child, ended } = startPawl(world, ['run', `alice/${box}`, '--yes', '--json']);
    const result = await kill(child, ended, async () => Date.now() >= at);
    await end(box, result, `seed ${seed}: killed at instant ${n}`);
  }
  const summary = await checkLog(github, bob, world);
  t.diagnostic(`${killed} kills; ${summary.requests} requests, none outside GitHub's schemas`);
});
