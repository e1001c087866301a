// Two runs of different pipelines on one repository at once, and what the policy of one run at a time keeps apart.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { checkoutPrint, git, journal, makeRepo, makeWorld, manyRecipes, pawl, runFolders, startPawl, until, writeScript } from './lib.mjs';

const files = { 'README.md': '# Box\n\nOpens.\n', 'lib/box.js': 'module.exports = () => 7;\n', 'index.js': 'module.exports = 1;   ' };
const fixed = [
  { role: 'planner', text: JSON.stringify({ tasks: [{ title: 'Mend', metric: 'bug', subtasks: [{ title: 'Mend', description: 'Mend.', file_hints: ['lib/box.js'], action: 'modify' }] }] }) },
  { role: 'worker', text: JSON.stringify({ commit_message: 'fix: Open the box', edits: [{ kind: 'replace', path: 'lib/box.js', find: '7', content: '1' }] }) },
];

// The inodes of the databases below a folder, with what SQLite keeps beside them.
function databaseFiles(folder) {
  return fs.readdirSync(folder, { recursive: true })
    .filter((name) => /\.db(-shm)?$/.test(name))
    .map((name) => fs.statSync(path.join(folder, name)).ino);
}

// Stops a process where it holds no lock of a database, as others would wait for it in vain.
async function stopBetweenWrites(pid, folder) {
  await until(() => {
    process.kill(pid, 'SIGSTOP');
    const stopped = /\) T/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const databases = databaseFiles(folder);
    // `1: POSIX  ADVISORY  WRITE 4711 fe:00:1234 120 120`
    const writes = fs.readFileSync('/proc/locks', 'utf8').split('\n').map((line) => line.trim().split(/\s+/))
      .some((row) => row[3] === 'WRITE' && Number(row[4]) === pid && databases.includes(Number(row[5].split(':')[2])));
    if (stopped && !writes) return true;
    process.kill(pid, 'SIGCONT');
    return false;
  }, 'a moment without a write');
}

// `pawl run`, stopped in the middle of its work; the test says when it goes on.
async function withRunUnderWay(body) {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  const repo = makeRepo(world, files);
  const run = startPawl(world, ['run', repo, '--yes', '--json', '--model', 'recipes:']);
  try {
    const folder = await until(() => runFolders(world)[0], 'a run');
    await until(() => fs.existsSync(path.join(folder, 'events.jsonl'))
      && journal(folder).some((event) => event.kind === 'worktree.ready'), 'the worktree of the run');
    await stopBetweenWrites(run.child.pid, path.dirname(world.state));
    await body({ world, repo, run, folder });
  } finally {
    run.child.kill('SIGCONT');
    run.child.kill('SIGKILL');
    await run.ended;
    world.remove();
  }
}

test('a fix and a run work side by side on one repository, and both open their pull request', async () => {
  await withRunUnderWay(async ({ world, repo, run, folder }) => {
    const print = checkoutPrint(repo);
    assert.equal(pawl(world, ['issue', 'create', 'Opens wrongly', repo, '--body', 'lib/box.js:1']).code, 0);
    const script = writeScript(world, fixed);
    const fix = pawl(world, ['fix', repo, '--issue', '1', '--yes', '--json', '--model', `scripted:${script}`]);
    assert.equal(fix.code, 0, fix.err);
    // The other run's folders were left alone, by the fix and by a clean-up.
    assert.ok(fs.existsSync(path.join(world.state, 'worktrees', path.basename(folder))));
    // Homes that killed processes of other tests left in /tmp are not this test's.
    const cleaned = JSON.parse(pawl(world, ['clean', '--json']).out);
    assert.deepEqual([...cleaned.removed, ...cleaned.kept].filter((left) => left.kind !== 'homes'), []);
    run.child.kill('SIGCONT');
    const done = await run.ended;
    assert.equal(done.code, 0, done.err);
    const { pulls } = JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out);
    const branches = [JSON.parse(fix.out).branch, JSON.parse(done.out).branch];
    assert.deepEqual(pulls.map((pull) => pull.branch).sort(), [...branches].sort());
    for (const branch of branches) assert.notEqual(git(repo, 'rev-parse', branch), git(repo, 'rev-parse', 'main'));
    assert.equal(checkoutPrint(repo), print);
    const pipelines = runFolders(world).map((one) => journal(one)[0].data.pipeline);
    assert.deepEqual(pipelines.sort(), ['fix', 'improve']);
  });
});

test('a second run of the same pipeline, a resume and a reset are refused while the first is at work', async () => {
  await withRunUnderWay(async ({ world, repo, folder }) => {
    const rows = [['run', repo, '--yes'], ['run', repo, '--resume', '--yes'], ['run', repo, '--reset', '--yes'], ['reset', path.basename(folder)]];
    for (const args of rows) {
      const done = pawl(world, args);
      assert.equal(done.code, 8, `${args.join(' ')}: ${done.err}`);
      assert.match(done.err, /busy/);
    }
    assert.equal(runFolders(world).length, 1);
  });
});

test('a resume can be told the stage to go on at', async () => {
  await withRunUnderWay(async ({ world, repo, run, folder }) => {
    run.child.kill('SIGKILL');
    await run.ended;
    const unknown = pawl(world, ['run', repo, '--resume', '--from', 'reviews', '--yes']);
    assert.equal(unknown.code, 9, unknown.err);
    assert.match(unknown.err, /no stage "reviews".*can go on at: .*preflight/);
    assert.equal(pawl(world, ['run', repo, '--from', 'plan', '--yes']).code, 2);
    const done = pawl(world, ['run', repo, '--resume', '--from', 'preflight', '--yes', '--model', 'recipes:']);
    assert.equal(done.code, 0, done.err);
    const events = journal(folder);
    assert.equal(events.find((event) => event.kind === 'run.resumed').data.from, 'preflight');
    // Each event of a stage records where it happened.
    const committed = events.find((event) => event.kind === 'subtask.committed');
    assert.equal(committed.node, `work/${committed.data.subtask}`);
  });
});

test('who lands waits for who publishes', async () => {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  const repo = makeRepo(world, files);
  try {
    assert.equal(pawl(world, ['run', repo, '--yes', '--model', 'recipes:']).code, 0);
    const lock = fs.readdirSync(path.join(world.state, 'locks')).find((name) => name.endsWith('.publish.lock'));
    assert.ok(lock, 'the run took the lock for publishing');
    const held = spawn('flock', ['--exclusive', path.join(world.state, 'locks', lock), 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    held.stdin.write('held\n');
    await new Promise((resolve) => { held.stdout.once('data', resolve); });
    const merge = startPawl(world, ['pr', 'merge', '1', repo]);
    // It has the database open, and waits.
    await until(() => fs.existsSync(`/proc/${merge.child.pid}`) && fs.readdirSync(`/proc/${merge.child.pid}/fd`)
      .some((fd) => { try { return fs.readlinkSync(`/proc/${merge.child.pid}/fd/${fd}`).endsWith('pawl.db'); } catch { return false; } }), 'the merge');
    assert.match(pawl(world, ['pr', 'list', repo]).out, /open/);
    held.stdin.end();
    const done = await merge.ended;
    assert.equal(done.code, 0, done.err);
    assert.match(pawl(world, ['pr', 'list', repo]).out, /merged/);
  } finally {
    world.remove();
  }
});
