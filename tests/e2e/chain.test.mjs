// Chains of runs, by the program itself: three children of which the middle one bails, and what a person may say then.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { bossOf, chainDone, chainEvents, chainWorld, checkChain, endChain, nextPlan, piece, pieceOf, runsWith, steps, subjects } from './chain_world.mjs';
import { fleetTable, folderOf, processOf, startOf, stateOf } from './fleet_world.mjs';
import { git, pawl, runFolders, until } from './lib.mjs';

const handoff = [nextPlan('Step one', ['restart the server']), nextPlan('Step two'), nextPlan('Step three'), chainDone(['restart the server', 'tell the users'])];

// To the halt over its second child.
function halted(t) {
  const chain = chainWorld({ handoff, implement: [piece(2)] });
  t.after(() => endChain(chain));
  const { world, repo } = chain;
  const done = chain.launch('--foreground', '--json');
  assert.equal(done.code, 11, done.err + done.out);
  const document = JSON.parse(done.out);
  assert.equal(document.state, 'waiting');
  const boss = document.run;
  const child = chainEvents(world, boss, 'reserved')[1].data.child;
  for (const way of ['resume', 'ack', 'skip']) assert.ok(document.reason.includes(`pawl ${way} ${child}`), document.reason);
  assert.ok(document.reason.includes(`pawl resume ${boss}`), document.reason);
  assert.match(document.reason, /bailed \(other\).*it cannot be done.*restart the server/);
  assert.deepEqual(steps(repo), ['step-1.txt']);
  assert.equal(runFolders(world).length, 3);
  const go = (code) => {
    const again = pawl(world, ['resume', boss, '--foreground', '--json']);
    assert.equal(again.code, code, again.err + again.out);
    return JSON.parse(again.out);
  };
  return { ...chain, boss, child, go };
}

function over(chain, document, closings) {
  const { world, repo, boss } = chain;
  assert.match(document.reason, /nothing is left to do after 3 steps.*restart the server; tell the users/);
  assert.equal(fs.readFileSync(path.join(folderOf(world, boss), 'artifacts', 'follow-ups.md'), 'utf8'), '# Left to a person\n\n- restart the server\n- tell the users\n');
  assert.equal(git(repo, 'status', '--porcelain'), '');
  assert.equal(git(repo, 'for-each-ref', `refs/pawl/rescue/${boss}`), '', 'what the agent decides is no work to be kept');
  const { children } = checkChain(world, repo, boss);
  assert.equal(children.length, 3);
  const ends = [...chainEvents(world, boss, 'landed'), ...chainEvents(world, boss, 'closed')].sort((a, b) => a.data.step - b.data.step);
  assert.deepEqual(ends.map((event) => event.data.closing), closings);
}

test('a child that bails halts the chain, again and again; acked, its work counts as there', async (t) => {
  const chain = halted(t);
  const { world, repo, boss, child, go } = chain;
  assert.ok(go(11).reason.includes(`pawl skip ${child}`), 'nobody said anything');
  assert.equal(runFolders(world).length, 3);
  fs.writeFileSync(path.join(repo, 'step-2.txt'), 'by hand\n');
  git(repo, 'add', '.');
  git(repo, 'commit', '-qm', 'By hand');
  assert.equal(pawl(world, ['ack', child]).code, 0);
  over(chain, go(0), ['landed', 'acked', 'landed']);
  assert.deepEqual(subjects(repo), ['Step one', 'By hand', 'Step three']);
  assert.equal(stateOf(world, child).landed ?? null, null, 'what nobody saw is not landed');

  // The table shows them below it, in their order.
  const rows = fleetTable(world).runs;
  assert.deepEqual(rows.map((row) => row.parent), [null, boss, boss, boss]);
  const shown = pawl(world, ['fleet']).out.split('\n');
  assert.match(shown[1], new RegExp(` ${boss} `));
  for (const line of shown.slice(2, 5)) assert.match(line, /piece +step-|^\S+ {3,}/);
});

test('skipped, it is given up, and the agent plans what comes next', async (t) => {
  const chain = halted(t);
  const { world, repo, child, go } = chain;
  assert.equal(pawl(world, ['skip', child]).code, 0);
  chain.play({ handoff, implement: [pieceOf(3)] });
  over(chain, go(0), ['landed', 'abandoned', 'landed']);
  assert.deepEqual(steps(repo), ['step-1.txt', 'step-3.txt']);
});

test('gone on with, and at its end before the chain looks, it is landed and not only called so', async (t) => {
  const chain = halted(t);
  const { world, repo, child, go } = chain;
  chain.play({ handoff, implement: [pieceOf(3), pieceOf(2)] });
  assert.equal(pawl(world, ['resume', child, '--wait']).code, 0);
  assert.deepEqual(steps(repo), ['step-1.txt']);
  over(chain, go(0), ['landed', 'landed', 'landed']);
  assert.deepEqual(steps(repo), ['step-1.txt', 'step-2.txt', 'step-3.txt']);
});

test('what is wrong with a chain is said before anything is made', (t) => {
  const chain = chainWorld({});
  t.after(() => endChain(chain));
  const { world, words, repo } = chain;
  const refused = (change, pattern) => {
    const done = pawl(world, change(words));
    assert.equal(done.code, 2, done.err);
    assert.match(done.err, pattern);
  };
  refused((all) => all.filter((word) => word !== '--child' && word !== 'piece'), /--child is missing/);
  refused((all) => all.map((word) => (word === 'piece' ? 'boss' : word)), /make no chains themselves/);
  refused((all) => all.map((word) => (word === 'piece' ? 'improve' : word)), /takes none/);
  refused((all) => all.filter((word) => word !== '--plan' && word !== chain.plan), /--plan is missing/);
  refused(() => ['launch', 'piece', 'Do it', '--child', 'local', '--target', repo, '--client', 'scripted:x'], /leave --child out/);
  assert.deepEqual(runFolders(world), []);
});

test('stopping the boss stops its child, and going on goes on with it', async (t) => {
  const slow = { shell: 'touch begun.txt; exec sleep 600', text: 'Done.' };
  const chain = chainWorld({ handoff: [nextPlan('Step one'), chainDone()], implement: [slow, pieceOf(1)] });
  t.after(() => endChain(chain));
  const { world, repo } = chain;
  const begun = chain.launch('--print-id');
  assert.equal(begun.code, 0, begun.err);
  const boss = begun.out.trim();
  const child = await until(() => runsWith(world, boss)[0], 'a child');
  const { pid, started } = processOf(folderOf(world, child));
  const places = path.join(world.state, 'workplaces', child);
  await until(() => fs.existsSync(places) && fs.readdirSync(places).some((name) => fs.existsSync(path.join(places, name, 'tree', 'begun.txt'))), 'an agent at work');
  const stopped = pawl(world, ['stop', boss]);
  assert.equal(stopped.code, 0, stopped.err);
  assert.notEqual(startOf(pid), String(started));
  assert.equal(stateOf(world, child).status, 'stopped');
  assert.equal(chainEvents(world, boss, 'stopped').length, 1);
  const again = pawl(world, ['resume', boss, '--wait']);
  assert.equal(again.code, 0, again.err);
  assert.deepEqual(steps(repo), ['step-1.txt']);
  assert.deepEqual(runsWith(world, boss), [child]);
  checkChain(world, repo, boss);
});

test('a signal that is not what was asked for makes no child', (t) => {
  const bad = { files: { '.pawl-out/handoff.json': '{"exit_state":"next-plan"}' } };
  const chain = chainWorld({ handoff: [bad, { text: 'I did it before' }, chainDone()], implement: [] });
  t.after(() => endChain(chain));
  const { world } = chain;
  const done = chain.launch('--foreground', '--json');
  assert.equal(done.code, 11, done.err);
  assert.match(JSON.parse(done.out).reason, /child-plan\.md/);
  const boss = bossOf(world);
  const again = pawl(world, ['resume', boss, '--foreground', '--json']);
  assert.equal(again.code, 11, again.err);
  assert.match(JSON.parse(again.out).reason, /no signal/);
  const last = pawl(world, ['resume', boss, '--foreground', '--json']);
  assert.equal(last.code, 3, last.err);
  assert.equal(runFolders(world).length, 1);
});
