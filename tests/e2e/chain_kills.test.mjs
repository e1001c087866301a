// kill -9 of a chain and of its runs at random instants (of the chain, of its run, of that one's process group, of the agent in it, of the
// chain and its run at once): the chain comes to its end, each step is one run, and nothing is called landed that the branch does not
// reach. PAWL_KILLS says how many kills (rounds.mjs; 200 to show it), and PAWL_EVENTS=1 kills it once at each event of
// its chain instead, PAWL_EVENTS=both its run with it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { scheduler } from 'node:timers/promises';

import { bossOf, chainEvents, chainWorld, checkChain, decides, endChain, piece, runsWith, steps } from './chain_world.mjs';
import { folderOf, processOf, startOf, stateOf, treeOf } from './fleet_world.mjs';
import { journal, pawl, startPawl, until } from './lib.mjs';
import { rounds, seed } from './rounds.mjs';
import { generator } from '../random.mjs';

const kills = rounds('PAWL_KILLS', { whole: 4, alone: 12 });
const perChain = 12;

const agents = () => ({ handoff: Array(200).fill(decides(3)), implement: Array(200).fill(piece()) });

// Who works on a run now; null where nobody does.
function alive(world, run) {
  const file = path.join(folderOf(world, run), 'events.jsonl');
  const begin = fs.existsSync(file) ? processOf(path.dirname(file)) : null;
  return begin !== null && startOf(begin.pid) === String(begin.started) ? begin : null;
}

const whole = (begin) => until(() => startOf(begin.pid) !== String(begin.started), 'the end of a killed process');

async function kill(world, ...runs) {
  const begins = runs.map((run) => alive(world, run)).filter(Boolean);
  for (const begin of begins) process.kill(begin.pid, 'SIGKILL');
  for (const begin of begins) await whole(begin);
  return begins.length > 0;
}

// All that is in the process group of a run in the background, which is its own.
async function killGroup(world, run) {
  const begin = alive(world, run);
  if (begin === null || groupOf(begin.pid) !== begin.pid) return false;
  process.kill(-begin.pid, 'SIGKILL');
  await whole(begin);
  return true;
}

function groupOf(pid) {
  try { return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[2]); } catch { return 0; }
}

// The sandbox of its agent, as soon as there is one.
async function killAgent(world, run) {
  const isSandbox = (pid) => {
    try { return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0].endsWith('bwrap'); } catch { return false; }
  };
  for (let begin = alive(world, run); begin !== null; begin = alive(world, run)) {
    const sandbox = treeOf(begin.pid).find(isSandbox);
    if (sandbox !== undefined) {
      try { process.kill(sandbox, 'SIGKILL'); } catch { return false; }
      return true;
    }
    await scheduler.wait(1);
  }
  return false;
}

const strikes = {
  boss: (world, boss) => kill(world, boss),
  child: (world, boss, child) => kill(world, child),
  both: (world, boss, child) => kill(world, boss, child),
  group: (world, boss, child) => killGroup(world, child),
  agent: (world, boss, child) => killAgent(world, child),
};

// Undefined when the process of the chain ends before there is one.
async function childAtWork(world, boss, running) {
  for (;;) {
    const child = runsWith(world, boss).find((run) => alive(world, run));
    if (child !== undefined) return child;
    if (await Promise.race([running.ended, scheduler.wait(2)])) return undefined;
  }
}

const eventsOf = (world, run) => journal(folderOf(world, run)).length;

// A process that was killed after it had written the end has no exit code to say so.
const isOver = (world, boss, end) => end.code === 0 || stateOf(world, boss).status === 'succeeded';

// Goes on with a chain whose process is gone until it is over; a child that was killed once too often, or
// whose agent was, is gone on with by hand.
function goOn(world, boss) {
  const state = stateOf(world, boss);
  if (state.status === 'waiting') {
    const child = chainEvents(world, boss, 'halted').at(-1).data.child;
    if (child && ['crashed', 'stopped', 'bailed', 'failed'].includes(stateOf(world, child).status)) assert.equal(pawl(world, ['resume', child]).code, 0);
  }
  return startPawl(world, ['resume', boss, '--foreground', '--json']);
}

async function oneChain(t, random, killsLeft) {
  const chain = chainWorld(agents());
  const { world, repo } = chain;
  let killed = 0;
  const hits = { boss: 0, child: 0, both: 0, group: 0, agent: 0 };
  const names = ['boss', 'boss', ...Object.keys(hits)];
  try {
    let running = startPawl(world, [...chain.words, '--foreground', '--json']);
    const boss = await until(() => bossOf(world), 'the run of the chain');
    for (;;) {
      const end = await Promise.race([running.ended, scheduler.wait(20 + random() * 900)]);
      if (end && isOver(world, boss, end)) break;
      if (end) { running = goOn(world, boss); continue; }
      if (killed >= killsLeft) { await running.ended; continue; }
      const whom = names[Math.floor(random() * names.length)];
      const child = whom === 'boss' ? null : await childAtWork(world, boss, running);
      if (child === undefined) continue;
      if (child !== null) await scheduler.wait(random() * 250);
      if (await strikes[whom](world, boss, child)) { killed += 1; hits[whom] += 1; }
    }
    const { children } = checkChain(world, repo, boss);
    assert.deepEqual(steps(repo), ['step-1.txt', 'step-2.txt', 'step-3.txt']);
    assert.equal(children.length, 3, 'each step is one run');
    assert.equal(chainEvents(world, boss, 'landed').length, 3);
    t.diagnostic(`${killed} kills (${JSON.stringify(hits)}), ${eventsOf(world, boss)} events`);
    return killed;
  } finally {
    await endChain(chain);
  }
}

test(`a chain and its runs are killed ${kills} times, seed ${seed}`, { timeout: 3_000_000, skip: process.env.PAWL_EVENTS !== undefined }, async (t) => {
  t.diagnostic(`PAWL_SEED=${seed}`);
  const random = generator(seed);
  for (let killed = 0, chains = 0; killed < kills; chains += 1) {
    killed += await oneChain(t, random, Math.min(perChain, kills - killed));
    assert.ok(chains < kills + 5, 'chains came to their ends without a kill');
  }
});

test('a chain is killed at each event of it', { timeout: 3_000_000, skip: process.env.PAWL_EVENTS === undefined }, async (t) => {
  const chain = chainWorld(agents());
  const { world, repo } = chain;
  try {
    let running = startPawl(world, [...chain.words, '--foreground', '--json']);
    const boss = await until(() => bossOf(world), 'the run of the chain');
    let killed = 0;
    for (let seen = 0; ;) {
      const end = await Promise.race([running.ended, scheduler.wait(1)]);
      if (end && isOver(world, boss, end)) break;
      if (end) { running = goOn(world, boss); continue; }
      const now = chainEventCount(world, boss);  // others come again in each process, which would never get further
      if (now <= seen) continue;
      seen = now;
      const children = process.env.PAWL_EVENTS === 'both' ? runsWith(world, boss) : [];
      if (await kill(world, boss, ...children)) killed += 1;
    }
    checkChain(world, repo, boss);
    assert.deepEqual(steps(repo), ['step-1.txt', 'step-2.txt', 'step-3.txt']);
    assert.equal(runsWith(world, boss).length, 3);
    t.diagnostic(`${killed} kills`);
  } finally {
    await endChain(chain);
  }
});

function chainEventCount(world, boss) {
  return journal(folderOf(world, boss)).filter((event) => event.kind.startsWith('chain.')).length;
}
