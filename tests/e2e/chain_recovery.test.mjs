// What becomes of a chain whose runs do not come to a good end by themselves: merged by a person, in conflict with what a person did,
// stopped and removed, crashed again and again, out of budget. By the program itself, with the words a person has for each.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { bossOf, chainDone, chainEvents, chainWorld, checkChain, endChain, nextPlan, pieceOf, runsWith, steps, subjects } from './chain_world.mjs';
import { folderOf, processOf, startOf, stateOf, treeOf } from './fleet_world.mjs';
import { git, journal, pawl, startPawl, until } from './lib.mjs';

const reasonOf = (done) => JSON.parse(done.out).reason;
const resume = (world, boss, code, ...more) => {
  const done = pawl(world, ['resume', boss, '--foreground', '--json', ...more]);
  assert.equal(done.code, code, done.err + done.out);
  return done;
};
const closings = (world, boss) => [...chainEvents(world, boss, 'landed'), ...chainEvents(world, boss, 'closed')]
  .sort((a, b) => a.data.step - b.data.step).map((event) => event.data.closing);
const requestOf = (world, run) => JSON.parse(fs.readFileSync(path.join(folderOf(world, run), 'artifacts', 'request.json'), 'utf8'));
const commit = (repo, name, text, message) => {
  fs.writeFileSync(path.join(repo, name), text);
  git(repo, 'add', '--all');
  git(repo, 'commit', '-qm', message);
};

// Says that it works, and goes on when it may.
const waits = (number) => ({ shell: `touch begun.txt; until [ -e go.txt ]; do sleep 0.1; done; rm begun.txt go.txt; echo ${number} > step-${number}.txt`, text: 'Done.' });
async function workplaceOf(world, run) {
  const places = path.join(world.state, 'workplaces', run);
  const begun = () => (fs.existsSync(places) ? fs.readdirSync(places) : []).map((name) => path.join(places, name, 'tree')).find((tree) => fs.existsSync(path.join(tree, 'begun.txt')));
  return until(begun, 'an agent at work');
}

test('merged by a person it counts as landed; what does not merge halts the chain until it does, whoever goes on with it', async (t) => {
  const handoff = [nextPlan('Step one'), nextPlan('Step two'), chainDone()];
  const checked = 'summary: one piece, checked\nstages:\n  - type: implement\n  - {name: check, type: exec, options: {cmds: [test ! -e step-1.txt -o -e step-2.txt]}}\n';
  const chain = chainWorld({ handoff, implement: [pieceOf(1)] }, { child: 'checked', files: { '.pawl/pipelines/checked.yaml': checked } });
  t.after(() => endChain(chain));
  const { world, repo } = chain;
  // Its work is on its branch, and its check fails.
  const done = chain.launch('--foreground', '--json');
  assert.equal(done.code, 11, done.err);
  const boss = bossOf(world);
  const [first] = runsWith(world, boss);
  assert.match(reasonOf(done), new RegExp(`run ${first} bailed \\(other\\)`));
  assert.deepEqual(steps(repo), []);
  git(repo, 'merge', '-q', '--no-ff', '-m', 'Merge it all the same', stateOf(world, first).branch);

  // The branch moves while the second is at work, and both write one file.
  chain.play({ handoff, implement: [waits(2)] });
  const going = startPawl(world, ['resume', boss, '--foreground', '--json']);
  const second = await until(() => runsWith(world, boss).find((run) => run !== first), 'a second child');
  assert.deepEqual(closings(world, boss), ['landed-externally']);
  assert.equal(chainEvents(world, boss, 'landed')[0].data.way, 'merged');
  const tree = await workplaceOf(world, second);
  commit(repo, 'step-2.txt', 'by hand\n', 'By hand');
  fs.writeFileSync(path.join(tree, 'go.txt'), '');
  const halted = await going.ended;
  assert.equal(halted.code, 11, halted.err);
  for (const done of [halted, resume(world, boss, 11)]) {
    const reason = reasonOf(done);
    assert.match(reason, new RegExp(`run ${second} does not land`));
    for (const way of [`pawl land ${second}`, `pawl ack ${second} --attempt 1`, `pawl skip ${second} --attempt 1`, `pawl resume ${boss}`]) assert.ok(reason.includes(way), reason);
  }
  assert.deepEqual(chainEvents(world, boss, 'not_landed').map((event) => event.data.end), ['conflict', 'conflict']);
  assert.equal(stateOf(world, second).status, 'succeeded');
  assert.deepEqual(runsWith(world, boss).length, 2, 'no other run is made for a step whose work waits');
  assert.equal(git(repo, 'log', '-1', '--format=%s'), 'By hand');
  assert.equal(git(repo, 'status', '--porcelain'), '');

  git(repo, 'rm', '-q', 'step-2.txt');
  git(repo, 'commit', '-qm', 'Out of its way');
  resume(world, boss, 0);
  assert.deepEqual(closings(world, boss), ['landed-externally', 'landed']);
  assert.deepEqual(steps(repo), ['step-1.txt', 'step-2.txt']);
  assert.equal(subjects(repo).at(-1), 'Step two');
  const branches = git(repo, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/').split('\n');
  assert.deepEqual(branches.sort(), ['main', ...runsWith(world, boss).map((run) => stateOf(world, run).branch)].sort(), 'who only decides leaves no branch');
  checkChain(world, repo, boss);
});

test('a child that crashes is gone on with twice, then a person is asked, whose word is of that attempt alone', async (t) => {
  const handoff = [nextPlan('Step one'), chainDone()];
  const chain = chainWorld({ handoff, implement: Array(3).fill(waits(1)) });
  t.after(() => endChain(chain));
  const { world, repo } = chain;
  const going = startPawl(world, [...chain.words, '--foreground', '--json']);
  const boss = await until(() => bossOf(world), 'the run of the chain');
  const child = await until(() => runsWith(world, boss)[0], 'a child');
  const killed = new Set();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const at = await until(() => { const now = processOf(folderOf(world, child)); return killed.has(now.pid) ? null : now; }, `attempt ${attempt}`);
    killed.add(at.pid);
    process.kill(at.pid, 'SIGKILL');
    await until(() => startOf(at.pid) !== String(at.started), 'its end');
  }
  const halted = await going.ended;
  assert.equal(halted.code, 11, halted.err);
  assert.match(reasonOf(halted), new RegExp(`run ${child} crashed.*pawl resume ${child} --attempt 3`));
  assert.equal(chainEvents(world, boss, 'resumed').length, 2);

  // What was said of an attempt that another has followed is refused, and changes nothing.
  for (const words of [['ack', child, '--attempt', '2'], ['skip', child, '--attempt', '1'], ['resume', child, '--attempt', '2']]) {
    const refused = pawl(world, words);
    assert.equal(refused.code, 8, words.join(' ') + refused.err);
    assert.match(refused.err, /newest attempt of run \S+ is number 3/);
  }
  // While somebody has it in hand nothing is concluded of it.
  const holder = spawn('flock', [path.join(folderOf(world, child), 'lock'), 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => holder.stdin.end());
  holder.stdin.write('held\n');
  await once(holder.stdout, 'data');
  const again = startPawl(world, ['resume', boss, '--foreground', '--json']);
  await until(() => JSON.stringify(journal(folderOf(world, boss))).includes('somebody else has it in hand'), 'a chain that waits for who holds its child');
  holder.stdin.end();
  assert.match(reasonOf(await again.ended), /crashed/);
  assert.equal(stateOf(world, child).attempt, 3);

  chain.play({ handoff, implement: Array(4).fill(pieceOf(1)) });
  assert.equal(pawl(world, ['ack', child, '--attempt', '3']).code, 0);
  const mended = pawl(world, ['resume', child, '--attempt', '3', '--wait']);
  assert.equal(mended.code, 0, mended.err);
  resume(world, boss, 0);
  assert.deepEqual(closings(world, boss), ['landed'], 'the word about the third attempt was void');
  assert.deepEqual(steps(repo), ['step-1.txt']);
  assert.deepEqual(checkChain(world, repo, boss).children, [child]);
});

test('a chain and its runs have one budget: who grants more goes on where it ended, with the same run', (t) => {
  const used = (dollars) => ({ usage: { tokens_in: 100, tokens_out: 50, cost_micros: dollars * 1_000_000 } });
  const handoff = [{ ...nextPlan('Step one'), ...used(15) }, { ...nextPlan('Step two'), ...used(15) }, { ...chainDone(), ...used(0) }];
  const two = 'summary: two agents\nstages:\n  - type: implement\n  - {name: more, type: agent, prompt: {text: Look at it.}}\n';
  const more = [{ text: 'Nothing more.', ...used(0) }];
  const chain = chainWorld({ handoff, implement: [{ ...pieceOf(1), ...used(30) }], agent: more }, { child: 'two', files: { '.pawl/pipelines/two.yaml': two } });
  t.after(() => endChain(chain));
  const { world, repo } = chain;
  const costs = (run) => requestOf(world, run).budget.cost;
  // Between two steps: what is done lands, and no run is made any more.
  const done = chain.launch('--foreground', '--json', '--max-cost', '50');
  assert.equal(done.code, 7, done.err + done.out);
  const boss = bossOf(world);
  assert.match(reasonOf(done), new RegExp(`the budget of the chain is used up \\(cost\\).*pawl resume ${boss}`));
  assert.deepEqual(steps(repo), ['step-1.txt'], 'a run of it may use what is left, and not what a run may that nobody says anything of');
  assert.deepEqual(runsWith(world, boss).map(costs), [35]);

  // In a run of it.
  chain.play({ handoff, implement: [{ files: { 'half.txt': 'half\n' }, ...used(20), end: 'over_budget', reason: 'the limit of $40 is reached' }, pieceOf(2)], agent: more });
  const ended = resume(world, boss, 7, '--max-cost', '100');
  const [, second, ...others] = runsWith(world, boss).sort((a, b) => stateOf(world, a).description.localeCompare(stateOf(world, b).description));
  assert.deepEqual(others, []);
  assert.match(reasonOf(ended), new RegExp(`run ${second} has used up its budget: .*limit of .40.*grant more, then .pawl resume ${boss}`));
  assert.equal(costs(second), 40);
  assert.deepEqual(steps(repo), ['step-1.txt']);

  resume(world, boss, 0, '--max-cost', '500');
  assert.equal(costs(second), 440, 'what is left, and what it had used');
  assert.deepEqual(runsWith(world, boss).length, 2);
  assert.deepEqual(closings(world, boss), ['landed', 'landed']);
  assert.deepEqual(steps(repo), ['step-1.txt', 'step-2.txt']);
  checkChain(world, repo, boss);
});

// Ends by no signal that can be ignored, leaves a daemon that does likewise, and keeps no descriptor of ours.
const stubborn = { shell: `trap "" TERM HUP INT; (setsid sh -c 'trap "" TERM HUP; while :; do sleep 1; done' < /dev/null > /dev/null 2>&1 &); touch begun.txt; exec < /dev/null > /dev/null 2>&1; while :; do sleep 1; done`, text: 'Done.' };

test('a child that a person stops, whatever its agent does, halts the chain; removed it is given up, and what it had made is kept', async (t) => {
  const chain = chainWorld({ handoff: [nextPlan('Step one'), chainDone()], implement: [stubborn] });
  t.after(() => endChain(chain));
  const { world, repo } = chain;
  const going = startPawl(world, [...chain.words, '--foreground', '--json']);
  const boss = await until(() => bossOf(world), 'the run of the chain');
  const child = await until(() => runsWith(world, boss)[0], 'a child');
  await workplaceOf(world, child);
  const tree = treeOf(processOf(folderOf(world, child)).pid).map((pid) => [pid, startOf(pid)]).filter(([, started]) => started !== null);
  const stopped = pawl(world, ['stop', child, '--json']);
  assert.equal(stopped.code, 0, stopped.err);
  assert.ok(JSON.parse(stopped.out).runs[0].ms < 8000, stopped.out);
  assert.ok(tree.length >= 4, `a keeper, a sandbox, a shell and a daemon: ${tree.length}`);
  for (const [pid, started] of tree) assert.notEqual(startOf(pid), started, `${pid} is left`);
  const halted = await going.ended;
  assert.equal(halted.code, 11, halted.err);
  assert.match(reasonOf(halted), new RegExp(`run ${child} was stopped.*pawl resume ${child} --attempt 1`));
  assert.deepEqual(chainEvents(world, boss, 'stopped'), [], 'it was not the chain');
  const removed = pawl(world, ['rm', child]);
  assert.equal(removed.code, 0, removed.err);
  resume(world, boss, 3);
  assert.deepEqual(closings(world, boss), ['abandoned']);
  assert.deepEqual(runsWith(world, boss), [], 'no other is made for it');
  const kept = git(repo, 'for-each-ref', '--format=%(refname)', `refs/pawl/rescue/${child}`).split('\n');
  assert.ok(kept.some((ref) => ref && git(repo, 'ls-tree', '-r', '--name-only', ref).includes('begun.txt')), kept.join(' '));
});
