// Pipelines of coding agents, by the program itself: agents are played from a file, in the sandbox, as any agent works.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { checkoutPrint, git, makeRepo, makeWorld, pawl, runFolders, until } from './lib.mjs';

const files = { 'README.md': '# Box\n\nOpens and closes.\n', 'state.txt': 'broken\n' };

function setting(t, agents) {
  const world = makeWorld();
  t.after(() => world.remove());
  world.env.PAWL_CHECKS_RUN = 'false';
  const repo = makeRepo(world, files);
  const script = path.join(world.folder, 'agents.json');
  const play = (answers) => fs.writeFileSync(script, JSON.stringify(answers));
  play(agents);
  const launch = (name, ...more) => pawl(world, ['launch', name, '--foreground', '--target', repo, '--branch', 'bg/box', '--client', `scripted:${script}`, '--json', ...more]);
  return { world, repo, play, launch };
}
const subjects = (repo) => git(repo, 'log', '--reverse', '--format=%s', 'main..bg/box').split('\n');
const rescued = (repo) => git(repo, 'for-each-ref', '--format=%(refname)', 'refs/pawl/rescue').split('\n').filter(Boolean);

const agents = {
  plan: [{ text: '# Say hello\n\nWrite hello.txt.\n' }],
  implement: [{ shell: 'echo hello > hello.txt; git add -A; git commit -qm mine; echo more > more.txt; echo staged > staged.txt; git add staged.txt', text: 'Done.' }],
  'review-code': [{ text: '# Review\n\n## Findings\n\nhello.txt:1 minor: shout\n' }],
  'address-code': [{ files: { 'hello.txt': 'HELLO\n' }, text: 'Followed.' }],
  'verify-fix': [{ files: { 'state.txt': 'fixed\n' }, text: 'Fixed.' }],
};

test('the pipeline local ends as commits on a branch, and the checkout is left alone', (t) => {
  const { world, repo, launch } = setting(t, agents);
  const before = checkoutPrint(repo);
  const done = launch('local', 'Say hello', '--cmd', 'grep -q fixed state.txt');
  assert.equal(done.code, 0, done.err + done.out);
  assert.deepEqual(subjects(repo), ['Say hello', 'fix: Address the review', 'fix: Make the checks pass']);
  assert.equal(git(repo, 'show', 'bg/box:hello.txt'), 'HELLO');
  assert.equal(git(repo, 'show', 'bg/box:more.txt'), 'more');
  assert.equal(git(repo, 'show', 'bg/box:staged.txt'), 'staged');
  assert.equal(checkoutPrint(repo), before);
  assert.deepEqual(rescued(repo), []);
  const left = path.join(world.state, 'workplaces');
  assert.deepEqual(fs.existsSync(left) ? fs.readdirSync(left) : [], []);

  // One commit of all that lands on the branch it was meant for, and the clean checkout goes with it.
  const id = JSON.parse(done.out).run;
  const landed = pawl(world, ['land', id, '--json']);
  assert.equal(landed.code, 0, landed.err + landed.out);
  assert.equal(git(repo, 'rev-list', '--count', 'main'), '2');
  assert.equal(git(repo, 'show', 'main:hello.txt'), 'HELLO');
  assert.equal(git(repo, 'show', 'main:state.txt'), 'fixed');
  assert.equal(git(repo, 'status', '--porcelain'), '');
  const [row] = JSON.parse(pawl(world, ['fleet', '--json']).out).runs;
  assert.equal(row.run, id);
  assert.ok(row.landed, JSON.stringify(row));
});

test('an agent that bails ends the run by its class, and a resume goes on where it stopped', (t) => {
  const { world, repo, play, launch } = setting(t, { ...agents, implement: [{ files: { 'half.txt': 'half\n' }, bail: { class: 'secrets', detail: 'a key' } }] });
  const done = launch('local', 'Say hello', '--cmd', 'grep -q fixed state.txt');
  assert.equal(done.code, 4, done.err);
  const [ref] = rescued(repo);
  assert.ok(done.out.includes(ref), done.out);
  assert.equal(git(repo, 'show', `${ref}:half.txt`), 'half');
  const id = path.basename(runFolders(world)[0]);
  play({ ...agents, implement: [{ text: 'not played again' }, ...agents.implement] });
  const again = pawl(world, ['resume', id, '--foreground', '--json']);
  assert.equal(again.code, 0, again.err + again.out);
  assert.deepEqual(subjects(repo), ['Say hello', 'fix: Address the review', 'fix: Make the checks pass']);
});

test('an agent reaches nothing but its workplace', (t) => {
  const tries = 'for f in "$PAWL_HOME" /root /home; do ls "$f" 2>/dev/null; done > seen.txt; echo x > ../../../escaped.txt 2>/dev/null; rm -rf .git/objects/info/alternates; true';
  const { world, repo, launch } = setting(t, { ...agents, implement: [{ shell: `${tries}; echo hello > hello.txt`, text: 'Done.' }] });
  const done = launch('local', 'Say hello', '--cmd', 'true');
  assert.equal(done.code, 0, done.err + done.out);
  assert.equal(git(repo, 'show', 'bg/box:hello.txt'), 'HELLO');
  assert.ok(!fs.existsSync(path.join(world.state, 'escaped.txt')));
});

test('what an agent had done when its run was stopped is kept when the run is removed', async (t) => {
  const { world, repo } = setting(t, { ...agents, implement: [{ shell: 'echo half > half.txt; exec sleep 600', text: 'Done.' }] });
  const script = path.join(world.folder, 'agents.json');
  const begun = pawl(world, ['launch', 'local', 'Say hello', '--target', repo, '--branch', 'bg/box', '--client', `scripted:${script}`, '--json']);
  assert.equal(begun.code, 0, begun.err);
  const id = JSON.parse(begun.out).run;
  const places = path.join(world.state, 'workplaces', id);
  const half = () => fs.existsSync(places) && fs.readdirSync(places).some((name) => fs.existsSync(path.join(places, name, 'tree', 'half.txt')));
  await until(half);
  assert.equal(pawl(world, ['stop', id]).code, 0);
  const removed = pawl(world, ['rm', id]);
  assert.equal(removed.code, 0, removed.err);
  assert.ok(!fs.existsSync(places));
  const refs = rescued(repo).filter((ref) => git(repo, 'ls-tree', '--name-only', ref).split('\n').includes('half.txt'));
  assert.equal(refs.length, 1, rescued(repo).join('\n'));
  assert.equal(git(repo, 'show', `${refs[0]}:half.txt`), 'half');
});

test('what its pipeline verifies has to pass on what would land, too', (t) => {
  const { world, repo } = setting(t, { implement: [{ files: { 'hello.txt': 'hello\n' } }] });
  const own = path.join(world.folder, 'own.yaml');
  fs.writeFileSync(own, "stages:\n  - {type: implement}\n  - {type: verify, options: {cmds: ['true', '! grep -q stop state.txt']}}\n");
  // Its script is named from where the person stands; the process of the run stands elsewhere.
  const done = pawl(world, ['launch', own, 'Say hello', '--wait', '--target', repo, '--branch', 'bg/box', '--client', 'scripted:agents.json', '--json'], { cwd: world.folder });
  assert.equal(done.code, 0, done.err + done.out);
  fs.writeFileSync(path.join(repo, 'state.txt'), 'stop\n');
  git(repo, 'commit', '-aqm', 'Stop');
  const id = JSON.parse(done.out).run;
  const landed = pawl(world, ['land', id, '--json']);
  assert.equal(landed.code, 6, landed.err + landed.out);
  assert.match(JSON.parse(landed.out).reason, /grep -q stop/);
  assert.equal(git(repo, 'log', '-1', '--format=%s', 'main'), 'Stop');
});

test('a launch waits in the queue behind a run that works on the files it names', (t) => {
  const { world, repo, play } = setting(t, { ...agents, implement: [{ shell: 'exec sleep 600', text: 'Done.' }] });
  const script = path.join(world.folder, 'agents.json');
  const launch = (...words) => pawl(world, ['launch', 'local', '--target', repo, '--client', `scripted:${script}`, '--json', ...words]);
  const first = launch('Mend README.md, all of it');
  assert.equal(first.code, 0, first.err);
  const { run } = JSON.parse(first.out);
  const apart = launch('--avoid-conflicts', '--dry-run', 'Mend state.txt');
  assert.equal(apart.code, 0, apart.err);
  const second = launch('--avoid-conflicts', '--cmd', 'true', '--cmd', 'test -e "a b" || true', '--', 'Reword README.md');
  assert.equal(second.code, 0, second.err);
  assert.deepEqual(JSON.parse(second.out), { run: null, item: 1, behind: [run] });
  assert.match(second.err, new RegExp(`in the way: ${run} \\(README.md\\)`));
  const items = () => JSON.parse(pawl(world, ['queue', 'list', '--json']).out).items;
  assert.deepEqual(items()[0].behind, [run]);
  assert.equal(pawl(world, ['queue', 'run', '--once']).code, 0);
  assert.equal(items()[0].state, 'pending', 'the first run is at work');
  // One that names nothing of it is launched as ever.
  play({ ...agents, implement: [{ files: { 'README.md': '# Box\n' }, text: 'Done.' }], 'verify-fix': [] });
  assert.equal(pawl(world, ['stop', run]).code, 0);
  assert.equal(pawl(world, ['skip', run]).code, 0);
  const worked = pawl(world, ['queue', 'run', '--once']);
  assert.equal(worked.code, 0, worked.err);
  assert.deepEqual([items()[0].state, items()[0].behind], ['done', []]);
  assert.equal(git(repo, 'show', `${JSON.parse(pawl(world, ['fleet', items()[0].run, '--json']).out).branch}:README.md`), '# Box');
});
