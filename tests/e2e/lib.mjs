// What all end-to-end tests share: real repositories in temporary folders, the real program, its
// journals. Each test has a HOME and a PAWL_HOME of its own, which are removed afterwards.
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { scheduler } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { launch } from '../launcher/launcher.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
export const sourceRoot = path.resolve(here, '..', '..');
export const pawlProgram = process.env.PAWL ?? path.join(sourceRoot, 'build', 'dev', 'pawl');

// Recipes that find something to do in any repository: for tests that need several commits without
// a model, as PAWL_RECIPES_ENABLED.
export const manyRecipes = 'license,gitignore,editorconfig,changelog,contributing,markdown-links,' +
  'final-newlines,trailing-whitespace,gitattributes,readme-sections';

// A Node package that make tests: no check waits for npm to start, nor for a Node that starts one for each file. What these make of a package
// is what vertical_tests, guard_tools, recipes and others show.
export const nodePackage = (more = {}) => ({
  'package.json': `${JSON.stringify({ name: 'box', version: '1.0.0', ...more })}\n`,
  Makefile: '.PHONY: test\ntest:\n\t@failed=0; for t in $(wildcard *.test.js test/*.test.js); do node $$t || failed=1; done; exit $$failed\n',
});

// A temporary world: folder, home, environment. Call remove() at the end.
export function makeWorld() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-e2e-'));
  const home = path.join(folder, 'home');
  fs.mkdirSync(home);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    PAWL_HOME: path.join(folder, 'pawl'),
    LC_ALL: 'C.UTF-8',
    NO_COLOR: '1',
    // Tests ask no registry but their own.
    PAWL_CHECKS_PREPARE: 'false',
    // Scripts of models answer what their test is about.
    PAWL_SELF_REVIEW_RUN: 'false',
  };
  return {
    folder,
    home,
    env,
    state: path.join(folder, 'pawl', 'state'),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

export function git(folder, ...args) {
  const done = launch('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@localhost',
    '-c', 'init.defaultBranch=main', '-c', 'commit.gpgSign=false', '-C', folder, ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' },
  });
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
  return String(done.stdout).trim();
}

// A repository with one commit of these files ({path: text} or {path: {text, mode}}).
export function makeRepo(world, files, name = 'project') {
  const folder = path.join(world.folder, name);
  fs.mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (typeof content === 'object' && content.link !== undefined) {
      fs.symlinkSync(content.link, target);
    } else {
      fs.writeFileSync(target, content.text ?? content, { mode: content.mode ?? 0o644 });
    }
  }
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'Import');
  return folder;
}

// Every byte of the checkout and its index: what a run must leave as it was.
export function checkoutPrint(folder) {
  const hash = crypto.createHash('sha256');
  const visit = (relative) => {
    const full = path.join(folder, relative);
    for (const name of fs.readdirSync(full).sort()) {
      if (relative === '' && name === '.git') continue;
      const child = path.join(relative, name);
      const stat = fs.lstatSync(path.join(folder, child));
      hash.update(`${child}\0${stat.mode}\0`);
      if (stat.isDirectory()) visit(child);
      else if (stat.isSymbolicLink()) hash.update(fs.readlinkSync(path.join(folder, child)));
      else hash.update(fs.readFileSync(path.join(folder, child)));
    }
  };
  visit('');
  hash.update(fs.readFileSync(path.join(folder, '.git', 'index')));
  hash.update(fs.readFileSync(path.join(folder, '.git', 'HEAD')));
  hash.update(fs.readFileSync(path.join(folder, '.git', 'config')));
  return hash.digest('hex');
}

// The program, to its end.
export function pawl(world, args, options = {}) {
  const done = launch(pawlProgram, args, {
    cwd: options.cwd ?? world.folder,
    env: { ...world.env, ...options.env },
    input: options.input ?? '',
    timeout: options.timeout ?? 240_000,
  });
  return { code: done.status, signal: done.signal, out: String(done.stdout), err: String(done.stderr) };
}

// The program as a child, for tests that look at it while it works.
export function startPawl(world, args, options = {}) {
  const child = spawn(pawlProgram, args, {
    cwd: options.cwd ?? world.folder,
    env: { ...world.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => { out += data; });
  child.stderr.on('data', (data) => { err += data; });
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  return { child, ended, errText: () => err };
}

// `run … --json`, parsed.
export function runJson(world, args, options = {}) {
  const done = pawl(world, ['run', ...args, '--yes', '--json'], options);
  let document = null;
  try { document = JSON.parse(done.out); } catch { /* left null: the test looks at done */ }
  return { ...done, document };
}

export function runFolders(world) {
  const runs = path.join(world.state, 'runs');
  return fs.existsSync(runs) ? fs.readdirSync(runs).map((name) => path.join(runs, name)) : [];
}

// The events of a run, the header left out.
export function journal(folder) {
  const lines = fs.readFileSync(path.join(folder, 'events.jsonl'), 'utf8').split('\n');
  // What stands behind the last line end was torn off by a kill.
  return lines.slice(1, -1).map((line) => JSON.parse(line));
}

export function writeScript(world, answers, name = 'script.jsonl') {
  const file = path.join(world.folder, name);
  fs.writeFileSync(file, answers.map((answer) => JSON.stringify(answer)).join('\n') + '\n');
  return file;
}

// The fake model server: a live server that follows a script. It speaks OpenAI chat completions and the
// Messages API of Anthropic. It lives in a thread of its own, which answers while this one waits for a program.
export async function startFakeModel(world, entries, args = []) {
  const script = path.join(world.folder, `fake-${crypto.randomUUID()}.jsonl`);
  fs.writeFileSync(script, entries.map((entry) => JSON.stringify(entry)).join('\n') + '\n');
  const log = `${script}.log`;
  const server = path.join(sourceRoot, 'tests', 'fakes', 'model', 'server.mjs');
  const thread = new Worker(server, { argv: ['--script', script, '--log', log, ...args], stdout: true });
  const port = await new Promise((resolve, reject) => {
    let text = '';
    thread.stdout.on('data', (data) => {
      text += data;
      const line = text.split('\n')[0];
      if (text.includes('\n')) resolve(JSON.parse(line).port);
    });
    thread.on('error', reject);
    thread.on('exit', (code) => reject(new Error(`the fake ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: () => (fs.existsSync(log)
      // Without what stands behind the last line end: that is still being written.
      ? fs.readFileSync(log, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line))
      : []),
    stop: () => thread.terminate(),
  };
}

// Waits until `condition` answers something, and leaves the processor to what it waits for between two looks.
const kLookAgainMs = 5;
export async function until(condition, what, limitMs = 60_000) {
  const start = Date.now();
  for (;;) {
    const answer = condition();
    if (answer) return answer;
    if (Date.now() - start > limitMs) throw new Error(`waited ${limitMs} ms for ${what}`);
    await scheduler.wait(kLookAgainMs);
  }
}
