// Runs in the background: begun, looked at, ended, gone on with, and put away, with real processes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { endFleet, endlessFiles, endlessRun, fleetTable, folderOf, git, launch, makeFleet, processOf, startOf, stateOf, treeOf } from './fleet_world.mjs';
import { checkoutPrint, journal, pawl, runFolders, until } from './lib.mjs';

async function withFleet(files, body) {
  const fleet = makeFleet(files);
  try {
    await body(fleet, fleet.world);
  } finally {
    await endFleet(fleet);
  }
}

test('a launched run goes on by itself, and its end is what wait, fleet, status and log say', async () => {
  await withFleet(undefined, async (fleet, world) => {
    const print = checkoutPrint(fleet.repo);
    const told = pawl(world, ['launch', 'improve', '--target', fleet.repo, '--description', 'Tidy up the pad', '--json']);
    assert.equal(told.code, 0, told.err);
    const { run, pid, log } = JSON.parse(told.out);
    assert.match(run, /^tidy-up-the-pad-[0-9a-f]{6}$/);
    const begin = processOf(folderOf(world, run));
    assert.equal(begin.pid, pid);
    const waited = pawl(world, ['wait', run.slice(0, 12), '--timeout', '2m', '--json']);
    assert.equal(waited.code, 0, waited.err);
    assert.deepEqual(JSON.parse(waited.out).runs, [{ run, status: 'succeeded', exit: 0 }]);
    const { runs, total } = fleetTable(world);
    assert.equal(total, 1);
    assert.equal(runs[0].status, 'succeeded');
    assert.equal(runs[0].pipeline, 'improve');
    assert.equal(runs[0].description, 'Tidy up the pad');
    assert.equal(runs[0].landable, true);
    assert.equal(runs[0].live, false);
    assert.equal(runs[0].stage, 'ci-watch');
    assert.equal(stateOf(world, run).description, 'Tidy up the pad');
    assert.ok(fs.readFileSync(log, 'utf8').includes('pull request'));
    assert.equal(fs.statSync(log).mode & 0o777, 0o600);
    const shown = pawl(world, ['log', run, '-n', '1']);
    assert.equal(shown.out.split('\n').length, 2);
    const one = pawl(world, ['fleet', run]);
    assert.match(one.out, /about +Tidy up the pad/);
    assert.equal(checkoutPrint(fleet.repo), print);
    const request = JSON.parse(fs.readFileSync(path.join(folderOf(world, run), 'artifacts', 'request.json'), 'utf8'));
    assert.equal(request.land_on, 'main');
    assert.equal(request.target, fleet.repo);
  });
});

test('launch --wait and --foreground answer the exit code of the run', async () => {
  await withFleet(undefined, async (fleet, world) => {
    const first = pawl(world, ['launch', 'improve', '--target', fleet.repo, '--wait', '--json']);
    assert.equal(first.code, 0, first.err);
    assert.equal(JSON.parse(first.out).exit, 0);
    // Nothing is left to do, or its pull request is open still: the second one ends with another code.
    const second = pawl(world, ['launch', 'improve', '--target', fleet.repo, '--foreground', '--json']);
    assert.notEqual(second.code, 0);
    const third = pawl(world, ['launch', 'improve', '--target', fleet.repo, '--wait', '--json']);
    assert.equal(third.code, second.code, third.err);
  });
});

test('launch checks everything before it makes anything', async () => {
  await withFleet(undefined, async (fleet, world) => {
    fs.writeFileSync(path.join(world.folder, 'empty.md'), ' \n');
    const wrong = [
      [['launch', 'improev'], 9, /improev/],
      [['launch', 'improve', '--plan', 'nowhere.md'], 9, /nowhere\.md/],
      [['launch', 'improve', '--plan', 'empty.md'], 2, /is empty/],
      [['launch', 'improve', '--spec', 'empty.md'], 2, /is empty/],
      [['launch', 'improve', 'Do it', '--plan', 'empty.md'], 2, /instructions/],
      [['launch', 'improve', '--client', 'claude'], 2, /provider:model/],
      [['launch', 'improve', '--client', 'nobody:x'], 2, /nobody/],
      [['launch', 'improve', '--base', 'nowhere'], 9, /nowhere/],
      [['launch', 'improve', '--branch', 'a..b'], 2, /a\.\.b/],
      [['launch', 'improve', '--parent', 'nobody-000000'], 9, /nobody-000000/],
      [['launch', 'improve', '--test-max-attempts', '0'], 2, /test-max-attempts/],
      [['launch', 'improve', '--cmd', ''], 2, /--cmd/],
      [['launch', 'improve', '--target', path.join(world.folder, 'home')], 9, /no git repository/],
      [['launch', 'fix'], 2, /--plan/],
      [['launch', 'fix-ci'], 2, /--base/],
      [['launch', 'improve', 'one', 'two'], 2, /one argument too many/],
    ];
    for (const [words, code, message] of wrong) {
      const done = pawl(world, [...words, ...(words.includes('--target') ? [] : ['--target', fleet.repo])]);
      assert.equal(done.code, code, `${words.join(' ')}: ${done.code} ${done.err}`);
      assert.match(done.err, message);
      assert.equal(done.out, '');
      assert.deepEqual(runFolders(world), [], words.join(' '));
    }
    const dry = pawl(world, ['launch', 'improve', '--target', fleet.repo, '--dry-run', '--json']);
    assert.equal(dry.code, 0, dry.err);
    assert.equal(JSON.parse(dry.out).stages[0], 'preflight');
    assert.deepEqual(runFolders(world), []);
    assert.equal(git(fleet.repo, 'for-each-ref', '--format=%(refname)'), 'refs/heads/main');
  });
});

test('stop ends a run whose build ignores TERM and left a daemon, and nothing of it is left', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const run = await endlessRun(fleet);
    const tree = treeOf(run.pid).map((pid) => [pid, startOf(pid)]).filter(([, started]) => started !== null);
    assert.ok(tree.length >= 3, `a keeper, a sandbox and a build: ${tree.length}`);
    assert.equal(fleetTable(world, '--running').total, 1);
    assert.equal(pawl(world, ['rm', run.id]).code, 8);
    assert.equal(pawl(world, ['close', run.id]).code, 8);
    assert.equal(pawl(world, ['ack', run.id]).code, 8);
    assert.equal(pawl(world, ['resume', run.id]).code, 8);
    const start = Date.now();
    const stopped = pawl(world, ['stop', run.id, '--json']);
    assert.equal(stopped.code, 0, stopped.err);
    assert.ok(Date.now() - start < 8_000);
    assert.notEqual(startOf(run.pid), run.started);
    for (const [pid, started] of tree) assert.notEqual(startOf(pid), started, `process ${pid} is left`);
    assert.equal(stateOf(world, run.id).status, 'stopped');
    assert.equal(pawl(world, ['stop', run.id]).code, 3);
    assert.deepEqual(fleetTable(world, '--running').runs, []);
    assert.equal(fleetTable(world, '--dead').runs[0].status, 'stopped');
  });
});

test('stop ends a run whose process is stopped itself and cannot write its end', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const run = await endlessRun(fleet);
    process.kill(run.pid, 'SIGKILL');
    const row = () => fleetTable(world).runs[0];
    await until(() => row().status === 'crashed');
    assert.equal(row().live, false);
    const stopped = pawl(world, ['stop', run.id, '--json']);
    assert.equal(stopped.code, 0, stopped.err);
    assert.equal(stateOf(world, run.id).status, 'stopped');
    assert.equal(journal(run.folder).at(-1).kind, 'run.interrupted');
  });
});

test('resume goes on with a stopped run, close hides it until then, rm takes it away', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const run = await endlessRun(fleet);
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
    assert.equal(pawl(world, ['close', run.id]).code, 0);
    assert.equal(pawl(world, ['close', run.id]).code, 3);
    assert.equal(fleetTable(world).total, 0);
    assert.equal(fleetTable(world, '--all').runs[0].closed, true);
    assert.equal(fleetTable(world, '--recent', '1h').total, 1);
    // The repository's own build is at fault: it is not run any more.
    world.env.PAWL_CHECKS_RUN = 'false';
    assert.equal(pawl(world, ['resume', run.id, '--resume-from', 'nowhere']).code, 9);
    assert.equal(stateOf(world, run.id).attempt, 1);
    const resumed = pawl(world, ['resume', run.id, '--wait', '--json']);
    assert.equal(resumed.code, 0, resumed.err + resumed.out);
    const state = stateOf(world, run.id);
    assert.equal(state.attempt, 2);
    assert.equal(state.closed, false);
    assert.equal(pawl(world, ['resume', run.id]).code, 8, 'it came to its end');
    // Its branch goes with it, once its pull request is closed; what nobody else holds is kept.
    const branch = `refs/heads/${state.branch}`;
    const head = git(fleet.repo, 'rev-parse', branch);
    assert.equal(pawl(world, ['pr', 'close', String(state.pr.number), fleet.repo]).code, 0);
    const removed = pawl(world, ['rm', run.id, '--json']);
    assert.equal(removed.code, 0, removed.err);
    assert.deepEqual([JSON.parse(removed.out).runs[0].branch, git(fleet.repo, 'for-each-ref', branch)], [true, '']);
    assert.match(git(fleet.repo, 'for-each-ref', '--format=%(refname)', `--contains=${head}`), /^refs\/pawl\/rescue\//);
    assert.equal(fleetTable(world, '--all').all, 0);
    assert.ok(!fs.existsSync(run.folder));
    assert.equal(pawl(world, ['fleet', run.id]).code, 9);
  });
});

test('ids: exact before a prefix, an unambiguous prefix, and exit code 9 for all else', async () => {
  await withFleet(undefined, async (fleet, world) => {
    const made = launch(fleet, '--description', 'one');
    pawl(world, ['wait', made]);
    // Two more, one of whose ids begins with the other's.
    const copy = (id) => {
      const to = folderOf(world, id);
      fs.cpSync(folderOf(world, made), to, { recursive: true });
      const file = path.join(to, 'events.jsonl');
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll(made, id).replace(/,"chain":"[^"]*"/g, ''));
      fs.rmSync(path.join(to, 'snapshot.json'), { force: true });
    };
    copy('two-aaaaaa');
    copy('two-aaaaaa-bbbbbb');
    for (const command of ['fleet', 'status', 'wait', 'log', 'stop', 'close']) {
      assert.equal(pawl(world, [command, 'two-aaaaa']).code, 9, command);
      assert.equal(pawl(world, [command, 'nobody']).code, 9, command);
    }
    assert.equal(pawl(world, ['wait', 'one']).code, 0);
    assert.match(pawl(world, ['wait', 'two-aaaaaa']).err, /^two-aaaaaa: /m);
    assert.match(pawl(world, ['wait', 'two-aaaaaa-b']).err, /^two-aaaaaa-bbbbbb: /m);
  });
});

test('--here shows runs on this repository and no others', async () => {
  await withFleet(undefined, async (fleet, world) => {
    const id = launch(fleet);
    pawl(world, ['wait', id]);
    const other = path.join(world.folder, 'other');
    fs.cpSync(fleet.repo, other, { recursive: true });
    const here = (cwd) => JSON.parse(pawl(world, ['fleet', '--here', '--json'], { cwd }).out).total;
    assert.equal(here(fleet.repo), 1);
    assert.equal(here(other), 0);
    assert.equal(pawl(world, ['fleet', '--here'], { cwd: world.folder }).code, 9);
    assert.equal(fleetTable(world, '--since', '1d').total, 1);
    assert.equal(fleetTable(world, '--since', '0s').total, 0);
    assert.equal(fleetTable(world, '--pipeline', 'fix').total, 0);
    assert.equal(pawl(world, ['fleet', '--since', 'yesterday']).code, 2);
  });
});

test('pipelines of the repository are launched side by side, as its base branch has them, with what they are handed', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const folder = path.join(fleet.repo, '.pawl', 'pipelines');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'look.yaml'),
      'summary: look at it\ninputs:\n  ticket: {type: string, summary: which}\n  notes: {type: filepath, optional: true}\nstages:\n  - type: preflight\n  - type: analyze\n');
    fs.writeFileSync(path.join(world.folder, 'notes.md'), 'Mind the gap.\n');
    const words = (name, ...rest) => ['launch', name, '--target', fleet.repo, '--print-id', ...rest];
    const uncommitted = pawl(world, words('look', '--input', 'ticket=7'));
    assert.equal(uncommitted.code, 9, uncommitted.err);
    git(fleet.repo, 'add', '--all');
    git(fleet.repo, 'commit', '--quiet', '-m', 'Add a pipeline');
    fs.writeFileSync(path.join(folder, 'look.yaml'), 'stages: [{type: nobody}]\n');
    for (const [wrong, code] of [[['look'], 2], [['look', '--input', 'tickett=7'], 2], [['look', '--input', 'ticket'], 2],
      [['look', '--input', 'ticket=7', '--client', 'nobody:x'], 2], [['look', '--input', 'ticket=7', '--input', 'notes=nowhere.md'], 9],
      [['improve', '--input', 'ticket=7'], 2]]) {
      const done = pawl(world, words(...wrong));
      assert.equal(done.code, code, `${wrong.join(' ')}: ${done.err}`);
    }
    assert.deepEqual(runFolders(world), []);
    const first = pawl(world, words('look', '--input', 'ticket=7', '--input', 'notes=notes.md', '--client', 'claude:opus'));
    assert.equal(first.code, 0, first.err);
    const second = pawl(world, words('look', '--input', 'ticket=8'));
    assert.equal(second.code, 0, second.err);
    const table = fleetTable(world, '--running');
    assert.equal(table.total, 2, 'both are at work');
    assert.ok(table.runs.every((run) => run.pipeline === 'look'));
    const one = first.out.trim();
    assert.equal(table.runs.find((run) => run.run === one).client, 'claude:opus');
    const artifact = (name) => fs.readFileSync(path.join(folderOf(world, one), 'artifacts', name), 'utf8');
    assert.equal(artifact('input-ticket.txt'), '7');
    assert.equal(artifact('input-notes.txt'), 'Mind the gap.\n');
    for (const id of [one, second.out.trim()]) assert.equal(pawl(world, ['stop', id]).code, 0);
  });
});
