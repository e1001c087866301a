// fleet.mjs PAWL: how long it takes until a launched run is in its first stage, and to stop one whose build ends when it is asked to. Each
// figure is the median of nine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const pawl = path.resolve(process.argv[2]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-bench-'));
const env = { PATH: process.env.PATH, HOME: folder, PAWL_HOME: path.join(folder, 'pawl'), NO_COLOR: '1', PAWL_CHECKS_PREPARE: 'false' };
const repo = path.join(folder, 'repo');

function call(program, args, options = {}) {
  const done = spawnSync(program, args, { env, encoding: 'utf8', ...options });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

function makeRepo() {
  fs.mkdirSync(repo);
  fs.writeFileSync(path.join(repo, 'package.json'), '{"name":"box","version":"1.0.0","scripts":{"build":"sleep 1000"}}\n');
  fs.writeFileSync(path.join(repo, 'index.js'), 'module.exports = 1;\n');
  call('git', ['-C', repo, 'init', '--quiet', '-b', 'main']);
  call('git', ['-C', repo, 'add', '--all']);
  call('git', ['-C', repo, '-c', 'user.name=b', '-c', 'user.email=b@localhost', 'commit', '--quiet', '-m', 'one']);
}

const events = (id) => fs.readFileSync(path.join(folder, 'pawl', 'state', 'runs', id, 'events.jsonl'), 'utf8').split('\n').slice(1, -1).map((line) => JSON.parse(line));

async function until(condition) {
  for (;;) {
    const answer = condition();
    if (answer) return answer;
    await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
}

const isSleeping = (id) => events(id).some((event) => event.kind === 'run.operation' && /build/.test(event.data.text ?? ''));
const median = (figures) => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)];
const row = (name, figures, target) => console.log(`${name.padEnd(34)} ${median(figures).toFixed(2).padStart(9)} ms   ${target}`);

try {
  makeRepo();
  const first = [];
  const whole = [];
  const stops = [];
  for (let i = 0; i < 9; i += 1) {
    const start = Date.now();
    const id = call(pawl, ['launch', 'improve', '--target', repo, '--print-id']).trim();
    whole.push(Date.now() - start);
    const begun = await until(() => events(id).find((event) => event.kind === 'stage.begin'));
    first.push(Date.parse(begun.at) - start);
    await Promise.race([until(() => isSleeping(id)), new Promise((resolve) => { setTimeout(resolve, 3000); })]);
    const before = process.hrtime.bigint();
    call(pawl, ['stop', id]);
    stops.push(Number(process.hrtime.bigint() - before) / 1e6);
    call(pawl, ['rm', id]);
  }
  row('launch, until it returns', whole, '');
  row('launch, to the first stage', first, '< 100 ms');
  row('stop of a well-behaved run', stops, '< 200 ms');
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
