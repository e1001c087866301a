// kill -9 at random instants, while the tests of the target attack: every run is resumed to its end, no verified commit is lost or made
// twice, and there is never a second pull request. How many instants: rounds.mjs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { assertUnharmed, daemonsOf, hostileFiles } from './hostile.mjs';
import { checkoutPrint, git, journal, makeRepo, makeWorld, manyRecipes, pawl, runFolders, startPawl, until } from './lib.mjs';
import { rounds, seed } from './rounds.mjs';
import { generator } from '../random.mjs';

const kills = rounds('PAWL_KILLS', { whole: 16, alone: 100 });

const files = {
  'index.js': 'module.exports = 1;   ',
  'README.md': '# tiny-pad\n\nPads.\n',
};

// Committed subtasks as the journal records them: subtask → commit.
function committed(run) {
  const found = new Map();
  for (const event of events(run)) {
    if (event.kind !== 'subtask.committed') continue;
    const { subtask, commit } = event.data;
    assert.ok(!found.has(subtask), `${subtask} was committed twice`);
    found.set(subtask, commit);
  }
  return found;
}

// A start that was killed may have left a folder without a journal.
const events = (run) => (fs.existsSync(path.join(run, 'events.jsonl')) ? journal(run) : []);
const has = (run, kind) => events(run).some((event) => event.kind === kind);
const ended = (run) => has(run, 'run.exit_clean');

// What a failure is understood by: the commits and the events that speak of one.
function told(repo, branch, run) {
  const kinds = /^(run|stage|subtask|effect)\./;
  return [
    git(repo, 'log', '--format=%h %cI %s %(trailers:key=Pawl-Subtask)', `main..${branch}`),
    ...events(run).filter((event) => kinds.test(event.kind)).map((event) =>
      `${event.seq} ${event.time} ${event.kind} ${JSON.stringify(event.data).slice(0, 200)}`),
  ].join('\n');
}

function assertWhole(world, repo, print) {
  const runs = runFolders(world).filter((run) => has(run, 'pr.opened'));
  assert.equal(runs.length, 1, 'one run opened a pull request');
  const done = committed(runs[0]);
  assert.ok(done.size > 0);
  const pulls = JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out).pulls;
  assert.equal(pulls.length, 1, 'never two pull requests');
  const log = git(repo, 'log', '--format=%H', `main..${pulls[0].branch}`).split('\n');
  assert.equal(log.length, done.size, `no commit twice: ${told(repo, pulls[0].branch, runs[0])}`);
  for (const [subtask, commit] of done) assert.ok(log.includes(commit), `${subtask} is there`);
  const { observations } = JSON.parse(pawl(world, ['memory', 'list', repo, '--limit', '1000', '--json']).out);
  const successes = observations.filter((one) => one.outcome === 'success' && one.run === path.basename(runs[0]));
  assert.deepEqual(new Map(successes.map((one) => [one.subtask, one.commit]).sort()), new Map([...done].sort()),
    'each commit is remembered');
  assert.equal(successes.length, done.size, 'and only once');
  assert.equal(git(repo, 'branch', '--list', 'pawl/*').split('\n').length, 1);
  assert.equal(checkoutPrint(repo), print);
}

test(`kill -9 at ${kills} random instants, seed ${seed}`, { timeout: 1_200_000 }, async (t) => {
  t.diagnostic(`PAWL_SEED=${seed}`);
  const random = generator(seed);
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  let left = kills;
  let crashedSeen = 0;
  let round = 0;
  let whole = 1500;
  try {
    while (left > 0) {
      round += 1;
      const repo = makeRepo(world, { ...files, ...hostileFiles(world) }, `project-${round}`);
      const print = checkoutPrint(repo);
      fs.rmSync(world.env.PAWL_HOME, { recursive: true, force: true });
      const start = Date.now();
      let args = ['run', repo, '--yes'];
      let interrupted = false;
      // Up to four kills a run, then to the end.
      for (let n = 0; n < 4 && left > 0; n += 1) {
        const { child, ended: end } = startPawl(world, args);
        const delay = random() * whole;
        const timer = setTimeout(() => child.kill('SIGKILL'), delay);
        const result = await end;
        clearTimeout(timer);
        if (result.signal !== 'SIGKILL') {
          assert.equal(result.code, 0, `seed ${seed} round ${round}: ${result.err}`);
          whole = Math.max(300, Date.now() - start);
          break;
        }
        left -= 1;
        interrupted = true;
        const begun = runFolders(world).some((run) => has(run, 'run.begin'));
        if (begun) {
          const { status: told } = JSON.parse(pawl(world, ['status', repo, '--json']).out);
          assert.ok(['crashed', 'succeeded'].includes(told), `status says ${told}`);
          if (told === 'crashed') crashedSeen += 1;
        }
        // Killed while it tidied up: the run has ended all the same.
        if (runFolders(world).some(ended)) break;
        args = begun ? ['run', repo, '--yes', '--resume'] : ['run', repo, '--yes'];
      }
      if (interrupted && !runFolders(world).some(ended)) {
        const last = pawl(world, args);
        assert.equal(last.code, 0, `seed ${seed} round ${round}: ${last.err}`);
      }
      assertWhole(world, repo, print);
      assertUnharmed(world);
      // The next run of the target sweeps what a kill left behind.
      const next = pawl(world, ['run', repo, '--dry-run']);
      // What it would do is offered already.
      assert.ok([0, 3].includes(next.code), next.err);
      assert.deepEqual(fs.readdirSync(path.join(world.state, 'worktrees')), [],
        `seed ${seed} round ${round}: ${next.err} ${JSON.stringify(runFolders(world).map((run) => events(run).at(-1)))}`);
    }
    await until(() => daemonsOf(world).length === 0, 'the end of all processes of the target');
    t.diagnostic(`${round} runs, ${crashedSeen} times status said crashed`);
    assert.ok(crashedSeen > 0 || kills < 5);
  } finally {
    world.remove();
  }
});
