// kill -9 of the process of a run, of its starter and of the runner of the queue, at random instants: what is said of a run is true, none is
// made twice, and nothing is left that nobody names. How many instants: rounds.mjs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { scheduler } from 'node:timers/promises';

import { endFleet, endlessFiles, endlessRun, fleetTable, makeFleet, pids, processOf, startOf, treeOf } from './fleet_world.mjs';
import { journal, pawl, pawlProgram, runFolders, startPawl, until } from './lib.mjs';
import { rounds, seed } from './rounds.mjs';
import { generator } from '../random.mjs';

const kills = rounds('PAWL_KILLS', { whole: 6, alone: 30 });

const hasJournal = (folder) => fs.existsSync(path.join(folder, 'events.jsonl'));

// The process that was started for a run of this world, by its words; null while there is none.
function processOfRun(world, after) {
  for (let pid = after + 1; pid < after + 400; pid += 1) {
    try {
      const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      // Others run beside this test, in worlds of their own.
      const here = fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(`${world.folder}/`);
      if (here && words[1] === 'resume' && words.includes('--word')) return pid;
    } catch { /* no such process */ }
  }
  return null;
}

// Whether a process of this world is there: a run that has yet to say that it began is none of its journal's.
function isBusy(world) {
  return pids().some((pid) => {
    try {
      return `${fs.readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${world.folder}/`) && startOf(pid) !== null;
    } catch { return false; }
  });
}

async function busyFor(ms) {
  const end = process.hrtime.bigint() + BigInt(Math.round(ms * 1e6));
  while (process.hrtime.bigint() < end) { /* shorter than a timer is exact */ }
}

test(`the process of a run is killed at ${kills} instants of the handshake, seed ${seed}`, { timeout: 600_000 }, async (t) => {
  t.diagnostic(`PAWL_SEED=${seed}`);
  const random = generator(seed);
  const fleet = makeFleet();
  const { world } = fleet;
  const seen = { gone: 0, crashed: 0, begun: 0, ended: 0 };
  try {
    for (let round = 0; round < kills; round += 1) {
      const before = new Set(runFolders(world));
      const starter = startPawl(world, ['launch', 'improve', '--target', fleet.repo, '--print-id']);
      const pid = await new Promise((resolve) => {
        const look = () => {
          const found = processOfRun(world, starter.child.pid);
          if (found !== null || starter.child.exitCode !== null) resolve(found);
          else setImmediate(look);
        };
        look();
      });
      await busyFor(random() * 30);
      if (pid !== null) try { process.kill(pid, 'SIGKILL'); } catch { /* it ended before */ }
      const done = await starter.ended;
      const made = runFolders(world).filter((folder) => !before.has(folder));
      assert.ok(made.length <= 1, 'one launch, one run');
      if (done.code === 0) {
        assert.equal(path.basename(made[0]), done.out.trim());
        assert.ok(hasJournal(made[0]));
        seen.begun += 1;
      } else if (made.length === 1) {
        // It began before it was killed: then it is there for all to see, and the message names it.
        assert.ok(hasJournal(made[0]), `no folder of a run that never began: ${done.err}`);
        assert.match(done.err, new RegExp(`pawl fleet ${path.basename(made[0])}`));
        seen.crashed += 1;
      } else {
        // Or the one killed before has not let go of the repository yet.
        assert.match(done.err, /ended before it said that it began|the repository is busy/);
        seen.gone += 1;
      }
    }
    t.diagnostic(JSON.stringify(seen));
    // One that was not killed comes to its own end.
    await until(() => fleetTable(world).runs.every((run) => run.status !== 'running'), 'the end of all runs', 20_000);
    const table = fleetTable(world);
    assert.equal(table.total, seen.begun + seen.crashed);
    for (const run of table.runs) assert.ok(['crashed', 'succeeded', 'nothing_to_do'].includes(run.status), run.status);
  } finally {
    await endFleet(fleet);
  }
});

test(`the starter is killed at ${kills} instants: the run goes on, or there is none`, { timeout: 600_000 }, async (t) => {
  t.diagnostic(`PAWL_SEED=${seed}`);
  const random = generator(seed + 1);
  const fleet = makeFleet();
  const { world } = fleet;
  try {
    for (let round = 0; round < kills; round += 1) {
      const starter = startPawl(world, ['launch', 'improve', '--target', fleet.repo, '--print-id']);
      await scheduler.wait(random() * 300);
      starter.child.kill('SIGKILL');
      await starter.ended;
      // Who was asked begins or gives up, and whoever began goes on to its end; the next launch waits for that.
      await until(() => !isBusy(world), 'the end of all that was started');
    }
    const cleaned = pawl(world, ['clean', '--json']);
    assert.ok([0, 3].includes(cleaned.code), cleaned.err);
    for (const folder of runFolders(world)) {
      assert.ok(hasJournal(folder), 'what never began was swept');
      assert.ok(journal(folder).some((event) => event.kind === 'run.exit_clean'), 'what began came to its end');
    }
  } finally {
    await endFleet(fleet);
  }
});

test('defect 13: a killed run leaves no process, and a zombie is not alive', { timeout: 120_000 }, async () => {
  const fleet = makeFleet(endlessFiles);
  const { world } = fleet;
  try {
    const run = await endlessRun(fleet);
    const tree = treeOf(run.pid).map((pid) => [pid, startOf(pid)]).filter(([, started]) => started !== null);
    process.kill(run.pid, 'SIGKILL');
    await until(() => tree.every(([pid, started]) => startOf(pid) !== started), 'the end of what it started', 8_000);
    assert.equal(fleetTable(world).runs[0].status, 'crashed');
  } finally {
    await endFleet(fleet);
  }
  // Its parent does not ask what became of it, so it stays in the table of processes.
  const other = makeFleet(endlessFiles);
  const parent = spawn(process.execPath, ['-e', `
    const { spawn } = require('node:child_process');
    const run = spawn(${JSON.stringify(pawlProgram)}, ['launch', 'improve', '--foreground', '--target', ${JSON.stringify(other.repo)}], { stdio: 'ignore' });
    process.on('message', () => { process.kill(process.pid, 'SIGSTOP'); });
    setInterval(() => {}, 1000);
  `], { env: other.world.env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const folder = await until(() => runFolders(other.world).find(hasJournal), 'a run');
    const begin = await until(() => processOf(folder), 'its beginning');
    parent.send('stop');
    await until(() => fs.readFileSync(`/proc/${parent.pid}/stat`, 'utf8').includes(') T '), 'a parent that does not look');
    process.kill(begin.pid, 'SIGKILL');
    await until(() => startOf(begin.pid) === null, 'its end');
    assert.ok(pids().includes(begin.pid), 'it is a zombie');
    assert.equal(fleetTable(other.world).runs[0].status, 'crashed');
    assert.equal(pawl(other.world, ['wait', path.basename(folder)]).code, 1);
    assert.equal(pawl(other.world, ['close', path.basename(folder)]).code, 0);
  } finally {
    parent.kill('SIGKILL');
    await endFleet(other);
  }
});

test(`the runner of the queue is killed again and again: each launch is one run, seed ${seed}`, { timeout: 600_000 }, async (t) => {
  t.diagnostic(`PAWL_SEED=${seed}`);
  const random = generator(seed + 2);
  const fleet = makeFleet();
  const { world } = fleet;
  try {
    const count = 5;
    for (let i = 0; i < count; i += 1) {
      const repo = path.join(world.folder, `repo-${i}`);
      fs.cpSync(fleet.repo, repo, { recursive: true });
      assert.equal(pawl(world, ['queue', 'add', '--', 'launch', 'improve', '--target', repo]).code, 0);
    }
    assert.equal(pawl(world, ['queue', 'add', '--after', '2', `echo x >> ${world.folder}/out`]).code, 0);
    for (let round = 0; ; round += 1) {
      const runner = startPawl(world, ['queue', 'run', '--once', '--poll-interval', '0.05']);
      const last = round >= kills;
      if (!last) {
        const timer = setTimeout(() => runner.child.kill('SIGKILL'), random() * 400);
        await runner.ended;
        clearTimeout(timer);
      }
      const done = await runner.ended;
      const items = JSON.parse(pawl(world, ['queue', 'list', '--json']).out).items;
      if (items.every((item) => ['done', 'failed'].includes(item.state))) {
        t.diagnostic(`${round} kills`);
        break;
      }
      assert.ok(!last, `not over after ${round} kills: ${done.err} ${JSON.stringify(items)}`);
    }
    const items = JSON.parse(pawl(world, ['queue', 'list', '--json']).out).items;
    const launches = items.filter((item) => item.kind === 'launch');
    const runs = runFolders(world).filter(hasJournal).map((folder) => path.basename(folder)).sort();
    assert.deepEqual(launches.map((item) => item.run).sort(), runs, 'each launch is one run, and no run is anybody else\'s');
    assert.equal(new Set(runs).size, count);
    // The command may have been killed with its runner; it ran at most once.
    const out = path.join(world.folder, 'out');
    assert.ok(!fs.existsSync(out) || fs.readFileSync(out, 'utf8') === 'x\n');
  } finally {
    await endFleet(fleet);
  }
});
