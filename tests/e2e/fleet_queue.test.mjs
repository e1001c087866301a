// The queue: order, needs, folders, retries, several at once, one runner, and its end.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { endFleet, endlessFiles, fleetTable, makeFleet, startOf } from './fleet_world.mjs';
import { pawl, runFolders, startPawl, until } from './lib.mjs';

async function withQueue(files, body) {
  const fleet = makeFleet(files);
  const { world } = fleet;
  const add = (...words) => {
    const done = pawl(world, ['queue', 'add', ...words]);
    assert.equal(done.code, 0, done.err);
    return Number(done.out);
  };
  const list = () => JSON.parse(pawl(world, ['queue', 'list', '--json']).out);
  const states = () => list().items.map((item) => item.state).join(' ');
  const out = () => fs.readFileSync(path.join(world.folder, 'out'), 'utf8');
  try {
    await body({ fleet, world, add, list, states, out });
  } finally {
    const runner = list().runner;
    if (runner) pawl(world, ['queue', 'stop', '--now']);
    await endFleet(fleet);
  }
}

test('items run in their order and folder, what needs a failed one waits, and the rest goes on', async () => {
  await withQueue(undefined, async ({ world, add, list, states, out }) => {
    const sub = path.join(world.folder, 'a b');
    fs.mkdirSync(sub);
    add(`echo one in "$PWD" >> ${world.folder}/out`, '--cwd', 'a b');
    add('--', 'sh', '-c', 'echo "two: $1" >> "$2"/out; echo said; exit 4', 'sh', 'x  y', world.folder);
    add('--after', '2', `echo three >> ${world.folder}/out`);
    add('--after', '1', '--', 'sh', '-c', `echo four >> ${world.folder}/out`);
    assert.equal(states(), 'pending pending pending pending');
    assert.equal(list().runner, null);
    const run = pawl(world, ['queue', 'run', '--once']);
    assert.equal(run.code, 7, run.err);
    assert.equal(states(), 'done failed pending done');
    assert.equal(out(), `one in ${sub}\ntwo: x  y\nfour\n`);
    assert.deepEqual(fleetTable(world).queue, { pending: 1, running: 0, failed: 1, runner: null });
    assert.equal(list().items[1].exit, 4);
    assert.equal(fs.readFileSync(path.join(world.state, 'queue', '2.log'), 'utf8'), 'said\n');
    assert.equal(pawl(world, ['queue', 'clear', '2']).code, 4, 'another one waits for it');
    assert.equal(pawl(world, ['queue', 'set-state', '2', 'done']).code, 0);
    assert.equal(pawl(world, ['queue', 'run', '--once']).code, 0);
    assert.equal(states(), 'done done done done');
    assert.equal(pawl(world, ['queue', 'requeue']).code, 3);
    assert.equal(pawl(world, ['queue', 'requeue', '4']).code, 0);
    assert.equal(states(), 'done done done pending');
    assert.equal(pawl(world, ['queue', 'clear']).code, 0);
    assert.deepEqual(list().items.map((item) => item.id), [1, 4], 'the first one is needed still');
    assert.equal(pawl(world, ['queue', 'clear', '--pending', '--done']).code, 0);
    assert.deepEqual(list().items, []);
  });
});

test('wrong items are refused when they are added, not when their turn comes', async () => {
  await withQueue(undefined, async ({ world, list }) => {
    for (const [words, code] of [
      [['--', 'launch', 'improve', '--plam', 'x'], 2], [['--', 'launch'], 2], [['--', 'launch', 'improve', '--wait'], 2],
      [['--after', '9', 'true'], 9], [['--after', 'x', 'true'], 2], [['--cwd', 'nowhere', 'true'], 9], [['--', ' '], 2], [[], 2],
      [['--retries', '-1', 'true'], 2], [['--timeout', 'soon', 'true'], 2],
    ]) {
      const done = pawl(world, ['queue', 'add', ...words]);
      assert.equal(done.code, code, `${words.join(' ')}: ${done.err}`);
    }
    assert.deepEqual(list().items, []);
    assert.equal(pawl(world, ['queue', 'set-state', '1', 'done']).code, 9);
    assert.equal(pawl(world, ['queue', 'set-state', '1', 'running']).code, 2);
    assert.equal(pawl(world, ['queue', 'stop']).code, 3);
  });
});

test('several at once, retries, timeouts, and an end at the first failure where that is wanted', async () => {
  await withQueue(undefined, async ({ world, add, list, states }) => {
    // Each waits for the other: one after the other they would never end.
    const meet = (me, other) => `touch ${world.folder}/${me}; for i in $(seq 2000); do [ -e ${world.folder}/${other} ] && exit 0; sleep 0.01; done; exit 1`;
    add(meet('a', 'b'));
    add(meet('b', 'a'));
    add('--retries', '2', `echo x >> ${world.folder}/tries; [ $(wc -l < ${world.folder}/tries) -ge 3 ]`);
    add('--timeout', '1s', 'sleep 1000');
    assert.equal(pawl(world, ['queue', 'run', '--once', '--concurrent', '2']).code, 7);
    assert.equal(states(), 'done done done failed');
    assert.match(list().items[3].reason, /within 1/);
    assert.equal(list().items[2].attempts, 3);
    pawl(world, ['queue', 'clear', '--done', '--failed']);
    add('false');
    add('true');
    assert.equal(pawl(world, ['queue', 'run', '--once', '--stop-on-failure']).code, 7);
    assert.equal(states(), 'failed pending');
  });
});

test('there is one runner; stop lets what is at work end, and --now ends it', async () => {
  await withQueue(undefined, async ({ world, add, list, states }) => {
    const gate = path.join(world.folder, 'gate');
    add(`while [ ! -e ${gate} ]; do sleep 0.01; done`);
    add('true');
    const detached = pawl(world, ['queue', 'run', '--detach', '--poll-interval', '0.05']);
    assert.equal(detached.code, 0, detached.err);
    const pid = Number(detached.out);
    const started = startOf(pid);
    assert.equal(list().runner.pid, pid);
    assert.equal(pawl(world, ['queue', 'run', '--once']).code, 8);
    assert.equal(pawl(world, ['queue', 'run', '--detach']).code, 8);
    await until(() => states() === 'running pending', 'the first item');
    assert.equal(pawl(world, ['queue', 'clear', '1']).code, 4);
    assert.equal(pawl(world, ['queue', 'stop']).code, 0);
    assert.equal(states(), 'running pending', 'it is let come to its end');
    fs.writeFileSync(gate, '');
    await until(() => startOf(pid) !== started, 'the end of the runner');
    assert.equal(states(), 'done pending');
    assert.equal(list().runner, null);

    add('sleep 1000');
    const other = startPawl(world, ['queue', 'run', '--poll-interval', '0.05']);
    await until(() => states() === 'done done running', 'the last item');
    assert.equal(pawl(world, ['queue', 'stop', '--now']).code, 0);
    assert.equal((await other.ended).code, 130);
    assert.equal(states(), 'done done failed');
  });
});

test('a launch is an item until its run has ended, also when its runner has ended before', async () => {
  await withQueue(endlessFiles, async ({ fleet, world, add, list, states }) => {
    add('--', 'launch', 'improve', '--description', 'from the queue', '--target', fleet.repo);
    const first = startPawl(world, ['queue', 'run']);
    const id = await until(() => list().items[0].run, 'its run');
    await until(() => fleetTable(world, '--running').total === 1, 'its beginning');
    assert.match(id, /^from-the-queue-/);
    first.child.kill('SIGTERM');
    assert.equal((await first.ended).code, 130);
    assert.equal(states(), 'running');
    assert.equal(fleetTable(world, '--running').total, 1, 'the run goes on');
    const second = startPawl(world, ['queue', 'run', '--once']);
    await until(() => second.errText().includes('going on'), 'the next runner');
    assert.equal(pawl(world, ['stop', id]).code, 0);
    assert.equal((await second.ended).code, 7);
    assert.equal(states(), 'failed');
    assert.equal(list().items[0].exit, 130);
    assert.equal(runFolders(world).length, 1);
  });
});
