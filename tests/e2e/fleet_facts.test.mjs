// What people say of runs, and what older fleets got wrong: one test for each defect, by its number in the list of them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { endFleet, endlessFiles, endlessRun, fleetTable, folderOf, git, launch, makeFleet, startOf, stateOf } from './fleet_world.mjs';
import { checkoutPrint, journal, pawl, runFolders, startPawl, until } from './lib.mjs';

async function withFleet(files, body) {
  const fleet = makeFleet(files);
  try {
    await body(fleet, fleet.world);
  } finally {
    await endFleet(fleet);
  }
}

test('defect 8: no value of a flag is taken for instructions, and nothing unknown launches anything', async () => {
  await withFleet(undefined, async (fleet, world) => {
    // Flags go before and after the words, in both forms.
    for (const words of [
      ['--description', 'words first', 'improve'], ['improve', '--description=words first'],
      ['improve', '--client', 'recipes:', '--description', 'words first'],
    ]) {
      const dry = pawl(world, ['launch', ...words, '--target', fleet.repo, '--dry-run', '--json']);
      assert.equal(dry.code, 0, `${words.join(' ')}: ${dry.err}`);
      assert.equal(JSON.parse(dry.out).description, 'words first');
    }
    const unknown = pawl(world, ['launch', 'improve', '--plam', 'x.md', '--target', fleet.repo]);
    assert.equal(unknown.code, 2);
    assert.match(unknown.err, /--plam.*--plan/);
    const pipeline = pawl(world, ['launch', 'improve-all', '--target', fleet.repo]);
    assert.equal(pipeline.code, 9);
    assert.match(pipeline.err, /improve-all/);
    assert.equal(pipeline.err.split('\n').length, 2, 'a message, and no trace of a program');
    assert.deepEqual(runFolders(world), []);
  });
});

test('defect 9: what a person sets reaches a launched run, and no file beside the target that git ignores sets anything', async () => {
  await withFleet(undefined, async (fleet, world) => {
    for (const folder of ['.gremlins', '.pawl']) {
      fs.mkdirSync(path.join(fleet.repo, folder), { recursive: true });
      fs.writeFileSync(path.join(fleet.repo, folder, 'env'), 'PAWL_RUN_BRANCH_PREFIX=theirs/run\n');
    }
    fs.appendFileSync(path.join(fleet.repo, '.git', 'info', 'exclude'), '.gremlins/\n.pawl/\n');
    world.env.PAWL_RUN_BRANCH_PREFIX = 'mine/run';
    const id = launch(fleet);
    assert.equal(pawl(world, ['wait', id]).code, 0);
    assert.match(stateOf(world, id).branch, /^mine\/run-/);
  });
});

test('defect 10: whether a decision holds is decided by attempts, not by times: a resume in the same second makes it void', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const run = await endlessRun(fleet);
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
    assert.equal(pawl(world, ['ack', run.id, '--json']).code, 0);
    assert.equal(pawl(world, ['ack', run.id]).code, 3);
    assert.equal(stateOf(world, run.id).decision, 'ack');
    assert.equal(fleetTable(world).runs[0].decision, 'ack');
    assert.equal(pawl(world, ['skip', run.id]).code, 0, 'a person may think again');
    assert.equal(stateOf(world, run.id).decision, 'skip');
    assert.equal(pawl(world, ['resume', run.id]).code, 0);
    const again = stateOf(world, run.id);
    assert.equal(again.attempt, 2);
    assert.equal(again.decision, '');
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
    assert.equal(fleetTable(world).runs[0].decision, null);
    // As if both had happened within one tick of the clock: the order of the events decides.
    const file = path.join(run.folder, 'events.jsonl');
    const at = journal(run.folder).at(-1).at;
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"at":"[^"]*"/g, `"at":"${at}"`).replace(/,"chain":"[^"]*"/g, ''));
    fs.rmSync(path.join(run.folder, 'snapshot.json'), { force: true });
    assert.equal(stateOf(world, run.id).decision, '');
  });
});

test('defect 12: an id ends where it ends', async () => {
  await withFleet(undefined, async (fleet, world) => {
    const id = launch(fleet);
    assert.equal(pawl(world, ['wait', id]).code, 0);
    for (const wrong of [`${id}\n`, ` ${id}`, `${id}/`, `../runs/${id}`, `${id}\0`.slice(0, -1) + '\r', '..', '.']) {
      for (const command of ['fleet', 'stop', 'log', 'rm', 'resume', 'close']) {
        const done = pawl(world, [command, wrong]);
        assert.equal(done.code, 9, `${command} ${JSON.stringify(wrong)}: ${done.err}`);
        assert.ok(!/[\r\n]./.test(done.err), 'it is shown as data');
      }
    }
    assert.equal(fleetTable(world).total, 1);
  });
});

test('defect: ack and skip take a stopped and a crashed run, and refuse one that succeeded', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const run = await endlessRun(fleet);
    process.kill(run.pid, 'SIGKILL');
    await until(() => startOf(run.pid) !== run.started, 'its end');
    assert.equal(pawl(world, ['skip', run.id]).code, 0);
    assert.equal(stateOf(world, run.id).decision, 'skip');
    assert.equal(fleetTable(world).runs[0].status, 'crashed');
    world.env.PAWL_CHECKS_RUN = 'false';
    assert.equal(pawl(world, ['resume', run.id, '--wait']).code, 0);
    assert.equal(pawl(world, ['ack', run.id]).code, 8);
    assert.equal(pawl(world, ['skip', run.id]).code, 8);
  });
});

test('defect: writers of one run do not lose each other\'s words', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const run = await endlessRun(fleet);
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
    const calls = ['ack', 'skip', 'close', 'ack', 'skip', 'close', 'ack', 'skip'].map((word) => startPawl(world, [word, run.id]).ended);
    for (const done of await Promise.all(calls)) assert.ok([0, 3, 8].includes(done.code), done.err);
    const state = stateOf(world, run.id);
    assert.equal(state.closed, true);
    const said = journal(run.folder).filter((event) => event.kind === 'run.decided');
    assert.equal(state.decision, said.at(-1).data.decision);
    // The table is made of the same words.
    const row = fleetTable(world, '--all').runs[0];
    assert.equal(row.decision, state.decision);
    assert.equal(row.closed, true);
    const numbers = journal(run.folder).map((event) => event.seq);
    assert.deepEqual(numbers, numbers.map((_, at) => at + 1));
  });
});

test('defect: two that go on with one run at once: one does', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const run = await endlessRun(fleet);
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
    const ends = await Promise.all([1, 2, 3].map(() => startPawl(world, ['resume', run.id]).ended));
    assert.deepEqual(ends.map((end) => end.code).sort(), [0, 8, 8], ends.map((end) => end.err).join(''));
    assert.equal(stateOf(world, run.id).attempt, 2);
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
  });
});

test('defect: rm keeps the unlanded work of a run under a rescue ref', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const print = checkoutPrint(fleet.repo);
    const run = await endlessRun(fleet);
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
    const worktree = path.join(world.state, 'worktrees', run.id);
    fs.writeFileSync(path.join(worktree, 'work.txt'), 'nobody else has this\n');
    assert.equal(pawl(world, ['rm', run.id], { cwd: worktree }).code, 4);
    assert.ok(fs.existsSync(worktree));
    const removed = pawl(world, ['rm', run.id, '--json']);
    assert.equal(removed.code, 0, removed.err);
    assert.equal(JSON.parse(removed.out).runs[0].worktree, true);
    assert.ok(!fs.existsSync(worktree));
    assert.ok(!fs.existsSync(folderOf(world, run.id)));
    const refs = git(fleet.repo, 'for-each-ref', '--format=%(refname)', 'refs/pawl/rescue/').split('\n');
    assert.ok(refs.some((ref) => ref !== '' && git(fleet.repo, 'ls-tree', '-r', '--name-only', ref).split('\n').includes('work.txt')
      && git(fleet.repo, 'show', `${ref}:work.txt`) === 'nobody else has this'), refs.join(' '));
    assert.equal(checkoutPrint(fleet.repo), print);
  });
});

test('defect: rm leaves everything where its work cannot be rescued', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const run = await endlessRun(fleet);
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
    const worktree = path.join(world.state, 'worktrees', run.id);
    fs.writeFileSync(path.join(worktree, 'work.txt'), 'nobody else has this\n');
    fs.renameSync(fleet.repo, `${fleet.repo}-away`);
    const refused = pawl(world, ['rm', run.id]);
    assert.notEqual(refused.code, 0);
    assert.ok(fs.existsSync(path.join(worktree, 'work.txt')));
    assert.equal(fleetTable(world).total, 1);
  });
});

test('defect: the class of a bail, the cost of failures and the pipeline are in the table, and --pipeline filters', async () => {
  await withFleet(undefined, async (fleet, world) => {
    world.env.PAWL_BUDGET_RUN_TOKENS = '1';
    const script = path.join(world.folder, 'script.jsonl');
    fs.writeFileSync(script, '{"role":"planner","text":"{}"}\n');
    const done = pawl(world, ['launch', 'improve', '--target', fleet.repo, '--client', `scripted:${script}`, '--wait', '--json']);
    assert.notEqual(done.code, 0);
    const [run] = fleetTable(world).runs;
    assert.equal(run.pipeline, 'improve');
    assert.equal(run.status, 'bailed');
    assert.equal(run.bail_class, 'budget');
    assert.equal(fleetTable(world, '--pipeline', 'improve').total, 1);
    assert.equal(fleetTable(world, '--pipeline', 'prov').total, 0);
    const text = pawl(world, ['fleet']).out;
    assert.match(text, /improve .* bailed .* budget/);
  });
});

test('defect: launch says of an early good end that it was one', async () => {
  await withFleet(undefined, async (fleet, world) => {
    world.env.PAWL_RECIPES_ENABLED = 'license';
    fs.writeFileSync(path.join(fleet.repo, 'LICENSE'), 'MIT License\n');
    const done = pawl(world, ['launch', 'improve', '--target', fleet.repo, '--wait']);
    assert.ok([0, 3].includes(done.code), done.err);
    assert.ok(!/early|ended before/.test(done.err), done.err);
  });
});

test('a session is told once of each end, of runs on its repository alone, and never breaks', async () => {
  await withFleet(endlessFiles, async (fleet, world) => {
    const summary = (hook, env = {}) => pawl(world, ['session-summary'], { input: typeof hook === 'string' ? hook : JSON.stringify(hook), env });
    const start = { hook_event_name: 'SessionStart', cwd: fleet.repo };
    assert.deepEqual([summary(start).code, summary(start).out], [0, '']);
    const id = launch(fleet, '--description', 'Mend \u001b[31mthe\u202e pad');
    const live = summary(start);
    assert.equal(live.code, 0);
    const { hookSpecificOutput } = JSON.parse(live.out);
    assert.equal(hookSpecificOutput.hookEventName, 'SessionStart');
    assert.match(hookSpecificOutput.additionalContext, new RegExp(`${id} .*running`));
    assert.ok(!/[\u001b\u202e]/.test(live.out + live.err), 'what it is about is data');
    assert.equal(summary({ ...start, hook_event_name: 'UserPromptSubmit' }).out, '');
    assert.equal(pawl(world, ['stop', id]).code, 0);
    assert.equal(summary({ ...start, cwd: world.folder }).out, '');
    assert.equal(summary(start, { PAWL_SKIP_SUMMARY: '1' }).out, '');
    const many = await Promise.all([1, 2, 3, 4].map(async () => {
      const one = startPawl(world, ['session-summary'], { env: { CLAUDE_PROJECT_DIR: fleet.repo } });
      return one.ended;
    }));
    // Without a hook on standard input it says nothing.
    assert.ok(many.every((one) => one.out === '' && one.code === 0));
    assert.match(JSON.parse(summary({ ...start, hook_event_name: 'UserPromptSubmit' }).out).hookSpecificOutput.additionalContext, new RegExp(`${id} .*stopped`));
    assert.equal(summary(start).out, '');
    for (const broken of ['', 'null', '[]', '{"cwd":7}', 'x'.repeat(100)]) assert.deepEqual([summary(broken).code, summary(broken).out], [0, '']);
    // Settings that are wrong are none of the session's business.
    const config = path.join(world.folder, 'pawl', 'config', 'config.toml');
    fs.mkdirSync(path.dirname(config), { recursive: true, mode: 0o700 });
    fs.writeFileSync(config, 'no = "such setting"\n', { mode: 0o600 });
    assert.equal(pawl(world, ['fleet']).code, 2);
    const wrong = summary(start);
    assert.deepEqual([wrong.code, wrong.out], [0, '']);
    assert.match(wrong.err, /warning: with default settings: .*no/);
    fs.rmSync(config);
  });
});

test('bail leaves its words at the top of the checkout, once', async () => {
  await withFleet(undefined, async (fleet, world) => {
    const below = path.join(fleet.repo, 'src');
    fs.mkdirSync(below);
    const bail = (...words) => pawl(world, ['bail', ...words], { cwd: below });
    assert.equal(bail('secret').code, 2);
    assert.match(bail('secret').err, /did you mean secrets/);
    assert.equal(bail('secrets', 'the', 'production\nkey').code, 0);
    const file = path.join(fleet.repo, '.pawl-bail.json');
    assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), { class: 'secrets', detail: 'the production\\nkey' });
    assert.equal(bail('other', 'later').code, 0);
    assert.equal(JSON.parse(fs.readFileSync(file, 'utf8')).class, 'secrets');
    fs.rmSync(file);
    const elsewhere = path.join(world.folder, 'bail.json');
    fs.writeFileSync(elsewhere, '');
    assert.equal(pawl(world, ['bail', 'other'], { cwd: world.folder, env: { PAWL_BAIL_FILE: elsewhere } }).code, 0);
    assert.equal(JSON.parse(fs.readFileSync(elsewhere, 'utf8')).class, 'other');
    fs.symlinkSync('/nowhere', file);
    assert.equal(bail('other').code, 0);
    assert.ok(fs.lstatSync(file).isSymbolicLink());
    assert.equal(pawl(world, ['bail', 'other'], { cwd: world.folder }).code, 9);
  });
});

test('init --pipelines writes an example that checks and launches, all of it or nothing', async () => {
  await withFleet(undefined, async (fleet, world) => {
    const init = (...words) => pawl(world, ['init', '--pipelines', '--path', fleet.repo, ...words]);
    fs.mkdirSync(path.join(fleet.repo, '.pawl', 'prompts'), { recursive: true });
    fs.writeFileSync(path.join(fleet.repo, '.pawl', 'prompts', 'house-style.md'), 'ours\n');
    assert.equal(init().code, 4);
    assert.ok(!fs.existsSync(path.join(fleet.repo, '.pawl', 'pipelines')));
    const done = init('--force', '--json');
    assert.equal(done.code, 0, done.err);
    assert.equal(JSON.parse(done.out).files.length, 2);
    git(fleet.repo, 'add', '--all');
    git(fleet.repo, 'commit', '--quiet', '-m', 'Add pipelines');
    const checked = pawl(world, ['pipeline', 'check', 'example'], { cwd: fleet.repo });
    assert.equal(checked.code, 0, checked.err + checked.out);
    const run = pawl(world, ['launch', 'example', '--target', fleet.repo, '--wait', '--json']);
    assert.equal(run.code, 0, run.err);
    fs.rmSync(path.join(fleet.repo, '.pawl'), { recursive: true });
    fs.symlinkSync(world.folder, path.join(fleet.repo, '.pawl'));
    assert.equal(init('--force').code, 4);
    assert.equal(pawl(world, ['init', '--force']).code, 2);
  });
});
