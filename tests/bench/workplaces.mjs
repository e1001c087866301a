// workplaces.mjs PAWL [FILES]: what it costs to make a run's worktree and the workplaces of its agents, in a repository of 50,000 files.
// Each figure is the run's own, from its journal; beside it stands how the files came there.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const pawl = path.resolve(process.argv[2]);
const count = Number(process.argv[3] ?? 50_000);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-bench-'));
const repo = path.join(folder, 'repo');
const env = { PATH: process.env.PATH, HOME: folder, PAWL_HOME: path.join(folder, 'pawl'), NO_COLOR: '1', PAWL_CHECKS_RUN: 'false' };

function call(program, args) {
  const done = spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr}${done.stdout}`);
  return done.stdout;
}

async function makeRepo() {
  fs.mkdirSync(repo);
  call('git', ['-C', repo, 'init', '--quiet', '-b', 'main']);
  const git = spawn('git', ['-C', repo, 'fast-import', '--quiet'], { stdio: ['pipe', 'inherit', 'inherit'] });
  git.stdin.write('commit refs/heads/main\ncommitter b <b@localhost> 1767225600 +0000\ndata 3\none\n');
  for (let i = 0; i < count; i += 1) {
    const text = `export const value${i} = ${i};\n`.repeat(20 + (i % 50));
    git.stdin.write(`M 100644 inline d${Math.floor(i / 1000)}/e${Math.floor(i / 50) % 20}/f${i}.js\ndata ${text.length}\n${text}\n`);
  }
  git.stdin.end('\n');
  const [code] = await once(git, 'close');
  if (code !== 0) throw new Error('git fast-import failed');
  call('git', ['-C', repo, 'reset', '--quiet', '--hard', 'main']);
}

const row = (name, ms, how) => console.log(`${name.padEnd(34)} ${ms.toFixed(0).padStart(9)} ms   ${how}`);

try {
  await makeRepo();
  const agents = path.join(folder, 'agents.json');
  const note = (n) => ({ files: { [`notes/${n}.md`]: `Note ${n}.\n` }, text: 'Done.' });
  fs.writeFileSync(agents, JSON.stringify({ plan: [{ text: '# Notes\n' }], implement: [note(1)], 'review-code': [{ text: '# Review\n\nNothing.\n' }], 'address-code': [note(2)] }));
  for (const run of ['first run', 'second run']) {
    const { run: id } = JSON.parse(call(pawl, ['launch', 'local', 'Write notes', '--target', repo, '--foreground', '--client', `scripted:${agents}`, '--json']));
    const events = fs.readFileSync(path.join(folder, 'pawl', 'state', 'runs', id, 'events.jsonl'), 'utf8').split('\n').slice(1, -1).map((line) => JSON.parse(line));
    const at = (fits) => Date.parse(events.find(fits).at);
    row(`${run}: its worktree`, at((one) => one.kind === 'worktree.ready') - at((one) => /^making a worktree/.test(one.data.text ?? '')), 'a clone; its files come when somebody reads them there');
    for (const one of events) {
      const [, how, ms] = /^workplace: (.*), in (\d+) ms$/.exec(one.kind === 'run.operation' ? one.data.text : '') ?? [];
      if (ms) row(`${run}: ${one.node}`, Number(ms), how);
    }
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
