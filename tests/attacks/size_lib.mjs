// What the attacks by size share.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

// On a quiet machine each of these ends within a few seconds, on a busy one they have to share it.
export const patience = 60_000;

export function many(part, bytes) {
  return part.repeat(Math.ceil(bytes / part.length)).slice(0, bytes);
}

export function pipe(file) {
  assert.equal(spawnSync('mkfifo', [file]).status, 0);
  return file;
}

// It ended by itself, in time, with that code and these words.
export function assertEnded(result, code, ...words) {
  assert.equal(result.signal, null, `it ended by itself\n${result.err}`);
  assert.equal(result.code, code, result.out + result.err);
  for (const word of words) assert.match(result.out + result.err, word);
}

// What `pawl guard check` says of a commit that puts `text` into `file`, where `before` was.
export async function judged(world, file, text, before) {
  const repo = world.repo({ 'notes.txt': 'notes\n', ...(before === undefined ? {} : { [file]: before }) });
  world.write(repo, { [file]: text });
  world.commit(repo);
  return world.pawl(['guard', 'check', '--fast', '--head', 'HEAD', '--repo', repo], { timeout: patience });
}

// SIGINT once the program has worked for a while: it has to end within two seconds. The bound leaves
// room for a busy machine, which may not give the process the processor at once.
export async function interrupted(world, args, ready, options = {}) {
  let at = 0;
  const result = await world.pawl(args, { ...options, started: (child) => {
    const look = setInterval(() => {
      if (child.exitCode !== null || child.signalCode !== null) clearInterval(look);
      if (at !== 0 || !ready(child.pid)) return;
      at = Date.now();
      child.kill('SIGINT');
      clearInterval(look);
    }, 20);
  } });
  assert.notEqual(at, 0, `the signal was sent\n${result.out}${result.err}`);
  const took = Date.now() - at;
  assert.ok(took < 3000, `it ended ${took} ms after the signal`);
  assert.equal(result.signal, null);
  assert.equal(result.code, 130, result.out + result.err);
}

// For `interrupted`: the process has used that much of a processor itself.
export function busyFor(seconds) {
  return (pid) => {
    try {
      const fields = fs.readFileSync(path.join('/proc', String(pid), 'stat'), 'utf8').split(') ')[1].split(' ');
      return Number(fields[11]) + Number(fields[12]) > seconds * 100;
    } catch {
      return false;
    }
  };
}
