// Defects 1 and 6 as torture: runs are landed, given up, gone on with and cleaned away while processes are killed, the disk is full and the
// target branch moves. Every content an agent wrote is on a branch or on a listed rescue ref at the end, what a person has open is never
// touched, nothing lands twice, and nothing is said to have landed that is not there. PAWL_POINTS says at how many points something
// goes wrong (rounds.mjs; 1,000 to show it).
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, pawl, pawlProgram, runFolders, runJson, startPawl, until, writeScript } from './lib.mjs';
import { rounds, seed } from './rounds.mjs';
import { generator } from '../random.mjs';

const points = rounds('PAWL_POINTS', { whole: 7, alone: 40 });

const files = { '.pawl/pipelines/piece.yaml': 'summary: one piece\nstages:\n  - type: implement\n', ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`lib/f${i}.js`, `module.exports = ${i};\n${'// filler\n'.repeat(40)}`])) };
const plan = (names) => ({ role: 'planner', text: JSON.stringify({ tasks: [{ title: 'Mend', metric: 'bug', subtasks: names.map((name) => ({ title: `Mend ${name}`, description: 'Mend.', file_hints: [name], action: 'modify' })) }] }) });
const edit = (name, find, content) => ({ role: 'worker', text: JSON.stringify({ commit_message: `fix: Mend ${name}`, edits: [{ kind: 'replace', path: name, find, content }] }) });

// Three runs of one repository: one came to its end and has a branch, one was killed, and its worktree holds commits nobody else has, and
// of one the coding agent was killed with it at its work.
async function template(world) {
  const repo = makeRepo(world, files);
  const first = runJson(world, [repo, '--model', `scripted:${writeScript(world, [plan(['lib/f1.js', 'lib/f2.js']), edit('lib/f1.js', 'exports = 1', 'exports = 101'), edit('lib/f2.js', 'exports = 2', 'exports = 102')], 'one.jsonl')}`]);
  assert.equal(first.code, 0, first.err);
  const slow = writeScript(world, [plan(['lib/f3.js', 'lib/f4.js']), edit('lib/f3.js', 'exports = 3', 'exports = 103'), edit('lib/f4.js', 'exports = 4', 'exports = 104')], 'two.jsonl');
  const second = startPawl(world, ['run', repo, '--yes', '--json', '--model', `scripted:${slow}`]);
  const known = new Set([first.document.run]);
  const folder = await until(() => runFolders(world).find((one) => !known.has(path.basename(one)) && fs.existsSync(path.join(one, 'events.jsonl'))
    && journal(one).some((event) => event.kind === 'subtask.committed')), 'a commit of the second run');
  second.child.kill('SIGKILL');
  await second.ended;
  const worktree = path.join(world.state, 'worktrees', path.basename(folder));
  assert.ok(fs.existsSync(path.join(worktree, '.git')), 'the second run was killed before it was published');
  return { repo, done: first.document.run, stopped: path.basename(folder), worktree, agent: await killedAgent(world, repo) };
}

async function killedAgent(world, repo) {
  const script = path.join(world.folder, 'agents.json');
  const more = { files: { 'more.txt': 'more\n' }, text: 'Done.' };
  fs.writeFileSync(script, JSON.stringify({ implement: [{ shell: 'echo of an agent > of-agent.txt; exec sleep 600' }, ...Array(60).fill(more)] }));
  const known = new Set(runFolders(world));
  const going = startPawl(world, ['launch', 'piece', 'Write it', '--target', repo, '--client', `scripted:${script}`, '--foreground']);
  const folder = await until(() => runFolders(world).find((one) => !known.has(one)), 'the run of an agent');
  const run = path.basename(folder);
  // The shell makes the file before it writes the line: killed in between, it leaves an empty one.
  const isWritten = (file) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === 'of an agent\n';
  await until(() => placeOf(world, run) && isWritten(path.join(placeOf(world, run), 'of-agent.txt')), 'an agent at work');
  going.child.kill('SIGKILL');
  await going.ended;
  // Who begins with an empty HOME begins with the first answer, and is not to sleep.
  fs.writeFileSync(script, JSON.stringify({ implement: Array(61).fill(more) }));
  return run;
}

// Where the agent of that run worked, as long as it is one that is whole.
function placeOf(world, run) {
  const all = path.join(world.state, 'workplaces', run);
  const names = fs.existsSync(all) ? fs.readdirSync(all) : [];
  const name = names.find((one) => !one.includes('.kept-') && fs.existsSync(path.join(all, one, 'head')) && fs.existsSync(path.join(all, one, 'tree')));
  return name && path.join(all, name, 'tree');
}

const copy = (from, to) => {
  fs.rmSync(to, { recursive: true, force: true });
  fs.cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
};
const objectsOf = (repo, refs) => new Set(git(repo, 'rev-list', '--objects', '--no-object-names', ...refs).split('\n'));
const idOf = (text) => spawnSync('git', ['hash-object', '--stdin'], { input: text, encoding: 'utf8' }).stdout.trim();
const refsBelow = (repo, prefix) => git(repo, 'for-each-ref', '--format=%(refname)', prefix).split('\n').filter(Boolean);

// What commits beyond the first of the repository hold.
function blobsOf(folder, from, to) {
  const ids = git(folder, 'rev-list', '--objects', '--no-object-names', to, `^${from}`).split('\n').filter(Boolean);
  return ids.filter((id) => git(folder, 'cat-file', '-t', id) === 'blob');
}

test(`${points} points, seed ${seed}`, { timeout: 3_000_000 }, async (t) => {
  t.diagnostic(`PAWL_SEED=${seed}`);
  const random = generator(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const world = makeWorld();
  // Builds and tests are for other tests: here landings are many.
  world.env.PAWL_CHECKS_RUN = 'false';
  const disk = path.join(world.folder, 'disk');
  const kept = path.join(world.folder, 'kept');
  fs.mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=700', 'pawl-test', disk]).status === 0;
  const sized = (size) => mounted && spawnSync('mount', ['-o', `remount,size=${size}`, disk]).status === 0;
  try {
    const inner = { ...world, folder: disk, state: path.join(disk, 'pawl', 'state'), env: { ...world.env, PAWL_HOME: path.join(disk, 'pawl') } };
    const made = await template(inner);
    const { repo, worktree } = made;
    const root = git(repo, 'rev-parse', 'main');
    const written = [...blobsOf(repo, root, `${JSON.parse(pawl(inner, ['status', made.done, '--json']).out).branch}`), ...blobsOf(worktree, root, 'HEAD')];
    assert.ok(written.length >= 3);
    written.push({ name: 'place/of-agent.txt', id: idOf('of an agent\n') });
    copy(disk, kept);

    const times = {};
    let hit = 0;
    let killed = 0;
    let full = 0;
    let landings = 0;
    let rounds = 0;
    while (hit < points) {
      rounds += 1;
      sized('200m');
      for (const name of fs.readdirSync(disk)) fs.rmSync(path.join(disk, name), { recursive: true, force: true });
      for (const name of fs.readdirSync(kept)) copy(path.join(kept, name), path.join(disk, name));
      const story = [`seed ${seed}, round ${rounds}`];
      const mine = new Map();  // what the person has open
      const agent = [...written];
      const scribble = () => {
        const place = random() < 0.5 ? placeOf(inner, made.agent) : undefined;
        const tree = place ?? worktree;
        if (!place && !fs.existsSync(path.join(worktree, '.git'))) return;
        const text = `of an agent ${rounds} ${hit} ${random()}\n`;
        const name = pick(['new.txt', 'deep/er/new.txt', 'lib/f5.js', 'lib/f3.js', 'odd name\u00e9.txt']);
        fs.mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
        // What another write replaces is what the agent itself took away.
        fs.writeFileSync(path.join(tree, name), text);
        const known = place ? `place/${name}` : name;
        const at = agent.findIndex((one) => one.name === known);
        if (at >= 0) agent.splice(at, 1);
        agent.push({ name: known, id: idOf(text) });
        if (!place && random() < 0.4) git(tree, 'add', name);
        story.push(`the agent wrote ${known}`);
      };
      // What had landed, and nothing else holds any more, is the person's to lose.
      const takeBack = () => {
        if (git(repo, 'rev-parse', '--abbrev-ref', 'HEAD') === 'main') {
          const landed = objectsOf(repo, ['main']);
          const others = [...refsBelow(repo, 'refs/heads/').filter((ref) => ref !== 'refs/heads/main'), ...refsBelow(repo, 'refs/pawl/rescue/')];
          const held = others.length > 0 ? objectsOf(repo, others) : new Set();
          const kept = agent.filter((one) => !landed.has(one.id ?? one) || held.has(one.id ?? one));
          agent.splice(0, agent.length, ...kept);
        }
        git(repo, 'reset', '-q', '--hard', root);
      };
      const person = () => {
        const what = pick(['commit', 'open', 'close', 'back', 'away']);
        story.push(`the person: ${what}`);
        try {
          if (what === 'commit') { fs.writeFileSync(path.join(repo, 'person.txt'), `${random()}\n`); git(repo, 'add', 'person.txt'); git(repo, 'commit', '-qm', 'chore: Go on', '--', 'person.txt'); }
          if (what === 'open') { const name = pick(['lib/f9.js', 'lib/f1.js']); const text = `// open ${random()}\n`; fs.writeFileSync(path.join(repo, name), text); mine.set(name, text); }
          if (what === 'close') { for (const name of mine.keys()) git(repo, 'checkout', '-q', '--', name); mine.clear(); }
          if (what === 'back' && mine.size === 0 && git(repo, 'status', '--porcelain', '-uno') === '') takeBack();
          if (what === 'away' && mine.size === 0) git(repo, 'checkout', '-q', pick(['main', '--detach']));
        } catch { story.push('… which git refused'); }
      };
      const operate = async () => {
        const [name, args] = pick([
          ['land', ['land', made.done]], ['land', ['land', made.done, '--squash']], ['ff', ['land', made.done, '--ff']],
          ['land stopped', ['land', made.stopped, '--force']], ['land stopped', ['land', made.stopped, '--force', '--ff']],
          ['reset', ['reset', made.stopped]], ['reset done', ['reset', made.done]],
          ['rm', ['rm', made.stopped]], ['rm done', ['rm', made.done]], ['close', ['close', pick([made.stopped, made.done])]],
          ['resume', ['resume', made.agent, '--foreground']], ['resume', ['resume', made.agent, '--foreground']],
          ['reset agent', ['reset', made.agent]], ['rm agent', ['rm', made.agent]], ['land agent', ['land', made.agent, '--force']],
          ['clean', ['clean']], ['drop', ['rescue-refs', 'drop', '--held', repo]],
        ]);
        const how = pick(mounted ? ['whole', 'kill', 'kill', 'kill', 'full'] : ['whole', 'kill', 'kill']);
        story.push(`pawl ${args.join(' ')} (${how})`);
        if (how === 'full') {
          hit += 1;
          full += 1;
          const used = Number(spawnSync('df', ['--output=used', '-k', disk], { encoding: 'utf8' }).stdout.split('\n')[1]);
          sized(`${used + Math.floor(random() * 400)}k`);
        }
        const begun = Date.now();
        const child = spawn(pawlProgram, args, { cwd: disk, env: inner.env, stdio: ['ignore', 'ignore', 'pipe'] });
        let err = '';
        child.stderr.on('data', (data) => { err += data; });
        if (how === 'kill') {
          hit += 1;
          setTimeout(() => { if (child.exitCode === null && child.kill('SIGKILL')) killed += 1; }, Math.floor(random() * (times[name] ?? 300)));
        }
        const code = await new Promise((resolve) => { child.on('close', (exit) => resolve(exit)); });
        if (how !== 'kill') times[name] = Math.max(times[name] ?? 0, Date.now() - begun);
        if (how === 'full') sized('200m');
        // The processes that a killed one leaves end a moment later; what git holds is free then.
        if (how === 'kill') await until(() => !fs.existsSync(path.join(repo, '.git', 'index.lock')) || Date.now() - begun > 4000, 'the end of its processes', 10_000);
        story.push(`… exit ${code}: ${err.trim().split('\n').slice(-2).join(' | ').slice(0, 300)}`);
        for (const [file, text] of mine) assert.equal(fs.readFileSync(path.join(repo, file), 'utf8'), text, `${file} of the person; ${story.join('\n')}`);
        if (how === 'whole' && code === 0 && args[0] === 'land') {
          landings += 1;
          const landed = journal(path.join(inner.state, 'runs', args[1])).filter((event) => event.kind === 'run.landed').at(-1);
          assert.ok(landed, story.join('\n'));
          git(repo, 'merge-base', '--is-ancestor', landed.data.commit, landed.data.target);
        }
      };
      const steps = 3 + Math.floor(random() * 5);
      for (let i = 0; i < steps; i += 1) {
        const turn = random();
        if (turn < 0.2) scribble();
        else if (turn < 0.4) person();
        else await operate();
      }

      // Everything that was begun comes to its end; then nothing is left but refs.
      const known = (run) => fs.existsSync(path.join(inner.state, 'runs', run, 'events.jsonl'));
      for (const args of [['reset', made.stopped], ['reset', made.agent], ['reset', made.done], ['clean']]) {
        if (args[1] && !known(args[1])) continue;  // it was removed
        const done = pawl(inner, args);
        story.push(`at last: pawl ${args.join(' ')}, exit ${done.code}: ${done.err.trim().slice(-300)}`);
        assert.ok([0, 3].includes(done.code), story.join('\n'));
      }
      assert.ok(!fs.existsSync(worktree), story.join('\n'));
      assert.equal(placeOf(inner, made.agent), undefined, story.join('\n'));
      const listed = JSON.parse(pawl(inner, ['rescue-refs', 'list', repo, '--json']).out).refs.map((ref) => ref.ref);
      assert.deepEqual(listed, refsBelow(repo, 'refs/pawl/rescue/'), story.join('\n'));
      const there = objectsOf(repo, [...refsBelow(repo, 'refs/heads/'), ...listed]);
      for (const one of agent) {
        assert.ok(there.has(one.id ?? one), `lost: ${JSON.stringify(one)}\n${story.join('\n')}`);
      }
      for (const run of [made.done, made.stopped, made.agent]) {
        const heads = git(repo, 'log', '--format=%(trailers:key=Pawl-Head,valueonly)', 'main').split('\n').filter(Boolean);
        assert.equal(new Set(heads).size, heads.length, `landed twice: ${run}\n${story.join('\n')}`);
      }
      // And it lands, where it has not, once the person is out of the way.
      git(repo, 'checkout', '-q', '-f', 'main');
      git(repo, 'reset', '-q', '--hard');
      if (!known(made.done)) continue;
      const last = pawl(inner, ['land', made.done]);
      story.push(`at last: land, exit ${last.code}: ${last.err}`);
      assert.equal(last.code, 0, story.join('\n'));
      assert.equal(fs.readFileSync(path.join(repo, 'lib/f1.js'), 'utf8').split('\n')[0], 'module.exports = 101;', story.join('\n'));
    }
    t.diagnostic(`${rounds} rounds: ${killed} kills met a living process, ${full} full disks, ${landings} undisturbed landings`);
  } finally {
    if (mounted) spawnSync('umount', ['-l', disk]);
    world.remove();
  }
});
