// Parallel groups by the program itself: branches are processes, and processes are killed.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { scheduler } from 'node:timers/promises';

import { git, journal, makeRepo, makeWorld, pawl, runFolders, startPawl, until } from './lib.mjs';
import { rounds } from './rounds.mjs';

// `plays`: of each branch of the group, what it does in its folder.
function setting(t, keys, plays) {
  const world = makeWorld();
  t.after(() => world.remove());
  world.env.PAWL_CHECKS_RUN = 'false';
  const children = Object.keys(plays).map((name) => {
    const script = path.join(world.folder, `${name}.json`);
    fs.writeFileSync(script, JSON.stringify({ implement: Array(9).fill(plays[name]) }));
    return `      - {name: ${name}, type: implement, client: 'scripted:${script}'}`;
  });
  const repo = makeRepo(world, {
    'README.md': '# Box\n',
    '.pawl/pipelines/wide.yaml': `stages:\n  - name: g\n${keys}    parallel:\n${children.join('\n')}\n`,
  });
  const args = ['launch', 'wide', 'Do it', '--foreground', '--target', repo, '--branch', 'bg/box', '--json'];
  return { world, repo, args };
}
const whole = (world) => runFolders(world).find((folder) => !fs.existsSync(path.join(folder, 'artifacts', 'branch.json')));
const branches = (world) => runFolders(world).filter((folder) => fs.existsSync(path.join(folder, 'artifacts', 'branch.json')));
const rescued = (repo) => git(repo, 'for-each-ref', '--format=%(refname)', 'refs/pawl/rescue').split('\n').filter(Boolean);
const done = (files) => ({ files, text: 'Done.' });

test('branches work in processes of their own, side by side, and their work comes together', (t) => {
  const { world, repo, args } = setting(t, '    merge: union\n', {
    a: { files: { 'a.txt': 'a\n' }, shell: 'sleep 2', text: 'Done.' },
    b: { files: { 'b.txt': 'b\n' }, shell: 'sleep 2', text: 'Done.' },
  });
  const ran = pawl(world, args);
  assert.equal(ran.code, 0, ran.err + ran.out);
  assert.equal(git(repo, 'show', 'bg/box:a.txt'), 'a');
  assert.equal(git(repo, 'show', 'bg/box:b.txt'), 'b');
  assert.deepEqual(git(repo, 'log', '--format=%s', 'main..bg/box').split('\n'), ['Merge the branches a, b']);
  assert.deepEqual(git(repo, 'branch', '--format=%(refname:short)').split('\n').sort(), ['bg/box', 'main']);
  assert.deepEqual(rescued(repo), []);
  const begins = branches(world).map((folder) => journal(folder).find((event) => event.kind === 'run.begin'));
  assert.equal(new Set(begins.map((event) => event.data.pid)).size, 2);
  const ends = branches(world).map((folder) => journal(folder).at(-1).at);
  const starts = begins.map((event) => event.at);
  assert.ok(starts.every((at) => ends.every((end) => at < end)), 'they overlap');
  assert.deepEqual(fs.readdirSync(path.join(world.state, 'worktrees')), []);
  // Tables show the run; what belongs to it only where somebody asks.
  const parent = path.basename(whole(world));
  const fleet = (...flags) => JSON.parse(pawl(world, ['fleet', '--json', ...flags]).out).runs.map((run) => run.run);
  const below = begins.map((event) => event.data.run).sort();
  assert.deepEqual([fleet(), fleet('--parent', parent).sort()], [[parent], below]);
  assert.deepEqual([fleet('--branches')[0], fleet('--branches').slice(1).sort()], [parent, below]);
  assert.deepEqual(JSON.parse(pawl(world, ['list', '--json']).out).runs.map((run) => run.run), [parent]);
  // They go with it.
  const removed = pawl(world, ['rm', parent, '--json']);
  assert.equal(JSON.parse(removed.out).runs[0].branches, 2, removed.err);
  assert.deepEqual(runFolders(world), []);
  assert.deepEqual(fleet('--branches'), []);
});

test('one after the other where only one may run', (t) => {
  const { world, args } = setting(t, '    max_concurrent: 1\n    merge: sequence\n', {
    a: done({ 'a.txt': 'a\n' }), b: done({ 'b.txt': 'b\n' }), c: done({ 'c.txt': 'c\n' }),
  });
  const ran = pawl(world, args);
  assert.equal(ran.code, 0, ran.err + ran.out);
  const events = journal(whole(world)).filter((event) => /^stage\./.test(event.kind) && event.data.stage.startsWith('g/'));
  assert.deepEqual(events.map((event) => `${event.kind} ${event.data.stage}`), ['a', 'b', 'c']
    .flatMap((name) => [`stage.begin g/${name}`, `stage.end g/${name}`]));
});

test('a bail ends what runs beside it, process and all, and a resume does both', (t) => {
  const { world, repo, args } = setting(t, '    cancel_on_bail: true\n    merge: union\n', {
    a: { files: { 'a.txt': 'a\n' }, bail: { class: 'security', detail: 'no' } },
    b: { files: { 'b.txt': 'b\n' }, shell: 'sleep 120', text: 'Done.' },
  });
  const began = Date.now();
  const ran = pawl(world, args);
  assert.ok(Date.now() - began < 60_000, 'b was ended');
  assert.notEqual(ran.code, 0);
  const end = journal(whole(world)).at(-1);
  assert.equal(end.data.class, 'security');
  for (const name of ['a', 'b']) {
    fs.writeFileSync(path.join(world.folder, `${name}.json`),
      JSON.stringify({ implement: Array(9).fill(done({ [`${name}.txt`]: `${name}\n` })) }));
  }
  const again = pawl(world, ['resume', path.basename(whole(world)), '--foreground', '--json']);
  assert.equal(again.code, 0, again.err + again.out);
  assert.equal(git(repo, 'show', 'bg/box:a.txt'), 'a');
  assert.equal(git(repo, 'show', 'bg/box:b.txt'), 'b');
});

test('a conflict is an outcome, with both sides on refs', (t) => {
  const { world, repo, args } = setting(t, '    merge: union\n', {
    a: done({ 'same.txt': 'a\n' }), b: done({ 'same.txt': 'b\n' }),
  });
  const ran = pawl(world, args);
  assert.equal(ran.code, 6, ran.err + ran.out);
  assert.equal(journal(whole(world)).at(-1).data.class, 'conflict');
  const texts = rescued(repo).filter((ref) => /\/g\/[ab]-[0-9a-f]+$/.test(ref)).map((ref) => git(repo, 'show', `${ref}:same.txt`));
  assert.deepEqual(texts.sort(), ['a', 'b']);
});

test('a budget that is gone ends a group in the middle, the work of all branches is kept, and more money goes on', async (t) => {
  const world = makeWorld();
  t.after(() => world.remove());
  const late = (name) => [{ files: { [`${name}2.txt`]: 'two\n' }, shell: 'sleep 100', text: 'Done.' }, done({ [`${name}2.txt`]: 'two\n' })];
  const first = (name, tokens, more) => ({ files: { [`${name}1.txt`]: 'one\n' }, usage: { tokens_in: tokens, tokens_out: 0 }, text: 'Done.', ...more });
  // c spends what is left of the budget when the others are in the middle of their second stage.
  const plays = {
    a: [[first('a', 300)], late('a')],
    b: [[first('b', 300)], late('b')],
    // What it spends is known before its stage is over: that one may be ended, too, and done anew.
    c: [[first('c', 600, { shell: 'until [ -e go ]; do sleep 0.1; done; rm go' }), done({ 'c1.txt': 'one\n' })],
      Array(2).fill(done({ 'c2.txt': 'two\n' }))],
  };
  const children = Object.entries(plays).map(([name, [one, two]]) => {
    const script = path.join(world.folder, `${name}.json`);
    fs.writeFileSync(script, JSON.stringify({ [`agent:${name}/one`]: one, [`agent:${name}/two`]: two }));
    const stage = (of) => `{type: agent, name: ${of}, prompt: {text: Do ${of}.}, client: 'scripted:${script}'}`;
    return `      - {name: ${name}, sequence: [${stage('one')}, ${stage('two')}]}`;
  });
  Object.assign(world.env, { PAWL_CHECKS_RUN: 'false', PAWL_BUDGET_RUN_TOKENS: '1000' });
  const repo = makeRepo(world, { 'README.md': '# Box\n', '.pawl/pipelines/wide.yaml': `stages:\n  - name: g\n    merge: union\n    parallel:\n${children.join('\n')}\n` });
  const { ended } = startPawl(world, ['launch', 'wide', 'Do it', '--foreground', '--target', repo, '--branch', 'bg/box', '--json']);
  const below = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : []);
  const treeWith = (file) => below(path.join(world.state, 'workplaces')).flatMap(below)
    .map((place) => path.join(place, 'tree')).find((tree) => fs.existsSync(path.join(tree, file)));
  await until(() => treeWith('a2.txt') && treeWith('b2.txt') && treeWith('c1.txt'), 'all branches at work', 180_000);
  fs.writeFileSync(path.join(treeWith('c1.txt'), 'go'), '');
  const began = Date.now();
  const ran = await ended;
  assert.ok(Date.now() - began < 60_000, 'nobody waited for the branches');
  assert.equal(ran.code, 7, ran.err + ran.out);
  const run = JSON.parse(ran.out);
  assert.equal(run.cost.tokens_in, 1200);
  assert.match(run.reason, /budget of a run.*raise budget.run_tokens/);
  const costs = journal(whole(world)).filter((event) => event.kind === 'run.branch_cost');
  assert.deepEqual(costs.map((event) => event.data.tokens_in).sort(), [300, 300, 600]);

  world.env.PAWL_BUDGET_RUN_TOKENS = '100000';
  const again = pawl(world, ['resume', path.basename(whole(world)), '--foreground', '--json']);
  assert.equal(again.code, 0, again.err + again.out);
  const texts = git(repo, 'ls-tree', '--name-only', 'bg/box').split('\n').filter((name) => name.endsWith('.txt'));
  assert.deepEqual(texts, ['a1.txt', 'a2.txt', 'b1.txt', 'b2.txt', 'c1.txt', 'c2.txt']);
  // What was under way when the money was gone is kept, although it was done anew.
  const kept = rescued(repo).map((ref) => git(repo, 'ls-tree', '--name-only', ref)).join('\n');
  assert.match(kept, /a2\.txt/);
  assert.match(kept, /b2\.txt/);
  assert.equal(JSON.parse(again.out).cost.tokens_in, 1200);
});

test('killed at random instants, run and branches, it comes to the same end', async (t) => {
  const kills = rounds('PAWL_KILLS', { whole: 3, alone: 12 });
  for (let round = 0; round < kills; ++round) {
    const { world, repo, args } = setting(t, '    merge: sequence\n', {
      a: { files: { 'a.txt': 'a\n' }, shell: 'sleep 0.3', text: 'Done.' }, b: done({ 'b.txt': 'b\n' }),
    });
    const { child, ended } = startPawl(world, args);
    await scheduler.wait(300 + 700 * round);
    child.kill('SIGKILL');
    await ended;
    // A branch that was killed alone is begun again, too.
    for (let tries = 0; tries < 4; ++tries) {
      const folder = runFolders(world).length > 0 ? whole(world) : undefined;
      const begun = folder && fs.existsSync(path.join(folder, 'events.jsonl')) &&
        journal(folder).some((event) => event.kind === 'run.begin');
      const again = begun ? pawl(world, ['resume', path.basename(folder), '--foreground', '--json']) : pawl(world, args);
      if (again.code === 0 || /already|succeeded|finished|ended/.test(again.err)) break;
      assert.notEqual(tries, 3, again.err + again.out);
    }
    assert.deepEqual(git(repo, 'log', '--format=%s', 'main..bg/box').split('\n'), ['Do it', 'Do it'], `round ${round}`);
    assert.equal(git(repo, 'show', 'bg/box:a.txt'), 'a');
    assert.equal(git(repo, 'show', 'bg/box:b.txt'), 'b');
  }
});
