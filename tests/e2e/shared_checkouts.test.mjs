// Workplaces of agents in a repository that is large enough for them to share its files (ADR 0076). How many runs
// are killed: rounds.mjs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, pawl, runFolders, startPawl, until } from './lib.mjs';
import { rounds, seed } from './rounds.mjs';

const points = rounds('PAWL_POINTS', { whole: 2, alone: 8 });
const files = Object.fromEntries(Array.from({ length: 2_050 }, (_, i) => [`lib/d${i % 40}/f${i}.js`, `module.exports = ${i};\n`]));

function setting(t, answersIn) {
  const world = makeWorld();
  t.after(() => world.remove());
  world.env.PAWL_CHECKS_RUN = 'false';
  const repo = makeRepo(world, files);
  const script = path.join(world.folder, 'agents.json');
  const play = (answers) => fs.writeFileSync(script, JSON.stringify({ implement: answers }));
  play(answersIn(world));
  const pipeline = path.join(world.folder, 'own.yaml');
  fs.writeFileSync(pipeline, 'stages:\n  - {name: one, type: implement}\n  - {name: two, type: implement}\n');
  const words = ['launch', pipeline, 'Write', '--foreground', '--target', repo, '--client', `scripted:${script}`, '--json'];
  return { world, repo, play, words };
}
const places = (folder) => journal(folder).map((event) => event.data.text ?? '').filter((text) => text.startsWith('workplace: '));
// Why nothing is shared on this machine; empty where it is.
const refusal = (folder) => /files cannot be shared, (.*), in/.exec(places(folder)[0])?.[1] ?? '';

function filesBelow(top) {
  const found = [];
  for (const one of fs.readdirSync(top, { withFileTypes: true })) {
    const full = path.join(top, one.name);
    if (one.isDirectory() && one.name !== '.git') found.push(...filesBelow(full));
    if (one.isFile()) found.push(full);
  }
  return found;
}

// Who sees an overlay of this world.
const seenBy = (world) => fs.readdirSync('/proc').filter((pid) => {
  if (!/^\d+$/.test(pid)) return false;
  try { return fs.readFileSync(`/proc/${pid}/mountinfo`, 'utf8').includes(world.folder); } catch { return false; }
});

test('agents share the files of a large repository, and none of them writes what they share', (t) => {
  const hostile = [
    'mkdir work; echo hello > work/hello.txt; echo x >> lib/d0/f0.js; rm lib/d1/f1.js; mv lib/d2 lib/moved; chmod -R a+rw lib/d3',
    'for top in "" /proc/self/root /proc/1/root /proc/self/fd/*; do for c in "$top$STATE"/checkouts/*; do echo x > "$c/tree/planted"; echo x >> "$c/tree/lib/d0/f0.js"; echo x > "$c/about.json"; rm -rf "$c"; done; done',
    'for fd in /proc/self/fd/*; do case $(readlink $fd) in mnt:*) echo held > work/held.txt;; esac; done',
    'true',
  ].map((line) => `{ ${line}; } 2> /dev/null`).join('\n');
  const at = setting(t, (world) => [{ shell: `STATE='${world.state}'\n${hostile}`, text: 'Done.' }, { files: { 'work/more.txt': 'more\n' }, text: 'Done.' }]);
  const done = pawl(at.world, at.words);
  assert.equal(done.code, 0, done.err + done.out);
  const [folder] = runFolders(at.world);
  const why = refusal(folder);
  if (why) return t.skip(why);
  for (const place of places(folder)) assert.match(place, /^workplace: laid over a checkout of \w+ that others share \(overlayfs\)/);
  const { branch } = JSON.parse(pawl(at.world, ['status', JSON.parse(done.out).run, '--json']).out);
  assert.equal(git(at.repo, 'diff', '--no-renames', '--name-only', '--diff-filter=AD', 'main', branch, '--', 'work', 'lib/d1', 'lib/d2').split('\n').length, 55);
  assert.equal(git(at.repo, 'show', `${branch}:lib/d0/f0.js`), 'module.exports = 0;\nx');
  assert.equal(git(at.repo, 'ls-tree', '-r', '--name-only', branch, 'work'), 'work/hello.txt\nwork/more.txt');
  const checkouts = path.join(at.world.state, 'checkouts');
  const [kept, ...others] = fs.readdirSync(checkouts);
  assert.deepEqual(others, []);
  const tree = path.join(checkouts, kept, 'tree');
  const there = Object.fromEntries(filesBelow(tree).map((file) => [path.relative(tree, file), fs.readFileSync(file, 'utf8')]));
  assert.deepEqual(there, files);
  assert.deepEqual(seenBy(at.world), []);
});

test(`what agents wrote into shared files is kept through ${points} kills, seed ${seed}`, { timeout: 3_000_000 }, async (t) => {
  t.diagnostic(`PAWL_SEED=${seed}`);
  const shell = 'mkdir -p work; n=$(ls work | wc -l); for i in 1 2 3 4 5 6 7 8; do echo "// $n $i $(cat /proc/sys/kernel/random/uuid)" > work/$n-$i.txt; cat work/$n-$i.txt >> lib/d$i/f$i.js; done';
  const { world, repo, play, words } = setting(t, () => Array.from({ length: 8 }, () => ({ shell, text: 'Done.' })));
  const begun = Date.now();
  const whole = pawl(world, words);
  const took = Date.now() - begun;
  assert.equal(whole.code, 0, whole.err + whole.out);
  const why = refusal(runFolders(world)[0]);
  if (why) return t.skip(why);
  let random = seed;
  const next = () => { random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff; return random / 0x7fffffff; };
  let found = 0;
  for (let point = 0; point < points; point += 1) {
    const known = new Set(runFolders(world));
    // At any instant, or when an agent has written all it will, and waits.
    const waits = point % 2 === 0;
    play(Array.from({ length: 8 }, (_, i) => ({ shell: waits && i === 0 ? `${shell}; exec sleep 600` : shell, text: 'Done.' })));
    const started = startPawl(world, words);
    const after = Math.floor((0.2 + 0.8 * next()) * took);
    const timer = waits ? null : setTimeout(() => started.child.kill('SIGKILL'), after);
    const last = () => runFolders(world).filter((one) => !known.has(one)).map((one) => path.join(world.state, 'workplaces', path.basename(one)))
      .some((all) => fs.existsSync(all) && fs.readdirSync(all).some((name) => fs.existsSync(path.join(all, name, 'changes', 'work', '0-8.txt'))));
    if (waits) {
      await until(last, 'the work of an agent');
      started.child.kill('SIGKILL');
    }
    await started.ended;
    clearTimeout(timer);
    await until(() => seenBy(world).length === 0, 'the end of all that sees an overlay');
    const folder = runFolders(world).find((one) => !known.has(one));
    assert.ok(folder || !waits);
    if (!folder || !fs.existsSync(path.join(folder, 'events.jsonl'))) continue;
    if (journal(folder).some((event) => event.kind === 'run.exit_clean')) continue;  // it was quicker
    const id = path.basename(folder);
    const workplaces = path.join(world.state, 'workplaces', id);
    const written = (fs.existsSync(workplaces) ? fs.readdirSync(workplaces) : []).map((name) => path.join(workplaces, name, 'changes'))
      .filter((one) => fs.existsSync(one) && fs.existsSync(path.join(path.dirname(one), 'head'))).flatMap(filesBelow);
    const ids = written.map((file) => [file, spawnSync('git', ['hash-object', '--no-filters', file], { encoding: 'utf8' }).stdout.trim()]);
    found += ids.length;
    const story = `seed ${seed}, point ${point}, killed after ${after} of ${took} ms`;
    if (next() < 0.5) {
      const resumed = pawl(world, ['resume', id, '--foreground', '--json']);
      assert.ok([0, 3].includes(resumed.code), `${story}: ${resumed.code} ${resumed.err}`);
    } else {
      const removed = pawl(world, ['rm', id]);
      assert.equal(removed.code, 0, `${story}: ${removed.err}`);
      assert.ok(!fs.existsSync(workplaces), story);
    }
    const there = new Set(git(repo, 'rev-list', '--objects', '--no-object-names', '--all').split('\n'));
    for (const [file, one] of ids) assert.ok(there.has(one), `${story}: ${file} is lost`);
  }
  assert.ok(found > 0 || points < 1);
  t.diagnostic(`${found} files were found in workplaces of killed runs`);
});
