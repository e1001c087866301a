// Runs a program to its end, as spawnSync does, by a small process that starts it without a fork of Node: that costs more than most
// of what tests start. Where that process was not built, Node does it.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const kProgram = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'build', 'dev', 'tests', 'launcher', 'launcher');
const kPiece = 1 << 16;
const signals = Object.fromEntries(Object.entries(os.constants.signals).map(([name, number]) => [number, name]));
let launcher;

// Both ends of a named pipe, each held alone: its holder notices when the other one is gone.
function openPipe(place) {
  const both = fs.openSync(place, 'r+');
  const ends = { reader: fs.openSync(place, 'r'), writer: fs.openSync(place, 'w') };
  fs.closeSync(both);
  return ends;
}

function connect() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-launcher-'));
  const places = ['requests', 'answers'].map((name) => path.join(folder, name));
  const made = spawnSync('mkfifo', places);
  if (made.status !== 0) throw new Error(`mkfifo: ${made.stderr}`);
  const [requests, answers] = places.map(openPipe);
  fs.rmSync(folder, { recursive: true });
  spawn(kProgram, [], { stdio: [requests.reader, answers.writer, 'inherit'], env: {}, cwd: '/' }).unref();
  fs.closeSync(requests.reader);
  fs.closeSync(answers.writer);
  return { requests: requests.writer, answers: answers.reader, rest: Buffer.alloc(0) };
}

function readPiece() {
  const piece = Buffer.allocUnsafe(kPiece);
  const got = fs.readSync(launcher.answers, piece);
  if (got === 0) throw new Error('the launcher of tests has ended');
  return piece.subarray(0, got);
}

function read(bytes) {
  const pieces = [launcher.rest];
  for (let have = launcher.rest.length; have < bytes; have += pieces.at(-1).length) pieces.push(readPiece());
  const all = Buffer.concat(pieces);
  launcher.rest = all.subarray(bytes);
  return all.subarray(0, bytes);
}

function readLine() {
  for (;;) {
    const end = launcher.rest.indexOf('\n');
    if (end >= 0) return read(end + 1).toString('latin1', 0, end);
    launcher.rest = Buffer.concat([launcher.rest, readPiece()]);
  }
}

function write(data) {
  for (let at = 0; at < data.length;) at += fs.writeSync(launcher.requests, data, at);
}

// { status, signal, stdout, stderr } with Buffers; `error` where it could not be started.
export function launch(program, args, { cwd, env, input = '', timeout = 0 }) {
  if (launcher === undefined) launcher = fs.existsSync(kProgram) ? connect() : null;
  if (!launcher) return spawnSync(program, args, { cwd, env, input, timeout, maxBuffer: 256 << 20 });
  const variables = Object.entries(env).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`);
  const fields = Buffer.from([cwd, timeout, args.length + 1, program, ...args, ...variables, ''].join('\0'));
  const given = Buffer.from(input);
  write(Buffer.concat([Buffer.from(`${fields.length} ${given.length}\n`), fields, given]));
  const [code, signal, out, err] = readLine().split(' ').map(Number);
  const [stdout, stderr] = [out, err].map(read);
  if (code < 0) return { status: null, signal: null, stdout, stderr, error: new Error(`${program} cannot be started: errno ${signal}`) };
  return { status: signal === 0 ? code : null, signal: signals[signal] ?? null, stdout, stderr };
}
