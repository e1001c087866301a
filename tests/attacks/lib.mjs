// The fixture of every attack: a world of its own with things to steal and to break, and a check
// afterwards that none of them was. An attack is a file of a folder beside this one that exports
//
//   goal    what the attacker wants, in a few words
//   run     async (world) => …: sets the trap, runs Pawl on it, asserts what Pawl reports
//
// and is run once as root, where the tests are, and once as an ordinary user. `world.check()` runs
// after each attack: an attack need not, and should not, look at the canaries itself.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { manyRecipes, pawlProgram } from '../e2e/lib.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
// Not in any passwd file, and not the id that Pawl gives to what root confines.
const ordinary = { name: 'user', uid: 61234, gid: 61234 };
const isRoot = process.getuid() === 0;
const users = isRoot ? [{ name: 'root' }, ordinary] : [{ name: 'user' }];

// Where an ordinary user can run it from, whoever owns the checkout.
let staged = null;
function program() {
  if (!isRoot) return pawlProgram;
  if (staged === null) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-attacks-bin-'));
    fs.chmodSync(folder, 0o755);
    staged = path.join(folder, 'pawl');
    fs.copyFileSync(fs.realpathSync(pawlProgram), staged);
    fs.chmodSync(staged, 0o755);
    process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  }
  return staged;
}

function visit(folder, look) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    look(full, entry);
    if (entry.isDirectory()) visit(full, look);
  }
}

// Names, kinds, modes and bytes of all that lies below a folder.
export function fingerprint(folder) {
  const hash = crypto.createHash('sha256');
  visit(folder, (full, entry) => {
    const stat = fs.lstatSync(full);
    hash.update(`${path.relative(folder, full)}\0${stat.mode}\0`);
    if (entry.isFile()) hash.update(fs.readFileSync(full));
    if (entry.isSymbolicLink()) hash.update(fs.readlinkSync(full));
  });
  return hash.digest('hex');
}

function processesWith(text) {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try {
      return Number(pid) !== process.pid && fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text);
    } catch {
      return false;
    }
  });
}

function giveTo(user, folder) {
  if (!user.uid) return;
  fs.lchownSync(folder, user.uid, user.gid);
  visit(folder, (full) => fs.lchownSync(full, user.uid, user.gid));
}

class World {
  static async make(user) {
    const world = new World();
    world.user = user;
    world.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-attack-'));
    fs.chmodSync(world.folder, 0o755);
    // Stands in the environment, in HOME and beside the repository. No file, screen, commit or
    // process of Pawl's may ever hold it.
    world.secret = `canary-secret-${crypto.randomBytes(8).toString('hex')}`;
    // In the command line of whatever an attack leaves running.
    world.mark = `canary-mark-${crypto.randomBytes(8).toString('hex')}`;
    world.home = path.join(world.folder, 'home');
    // What lies beside the repository: `outside/victim.txt` and `outside/folder/inner.txt` must stay
    // as they are, and nothing may come beside them.
    world.outside = path.join(world.folder, 'outside');
    // A file whose mere existence says that the attacker's command ran outside.
    world.betrayed = path.join(world.folder, 'betrayed');
    world.fill();
    await world.listen();
    world.env = {
      PATH: process.env.PATH,
      HOME: world.home,
      PAWL_HOME: path.join(world.folder, 'pawl'),
      LC_ALL: 'C.UTF-8',
      NO_COLOR: '1',
      // Attacks on what is fetched switch it on, with a registry of their own.
      PAWL_CHECKS_PREPARE: 'false',
      // Work without a model: recipes that are followed only where somebody asks for them.
      PAWL_RECIPES_ENABLED: manyRecipes,
      PAWL_TEST_TOKEN: world.secret,
      GITHUB_TOKEN: world.secret,
      AWS_SECRET_ACCESS_KEY: world.secret,
    };
    world.state = path.join(world.env.PAWL_HOME, 'state');
    return world;
  }

  fill() {
    const put = (file, text) => {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, text);
    };
    put(path.join(this.home, '.ssh/id_ed25519'), `${this.secret}\n`);
    put(path.join(this.home, '.aws/credentials'), `${this.secret}\n`);
    put(path.join(this.home, '.netrc'), `machine example.org password ${this.secret}\n`);
    put(path.join(this.home, 'secret.txt'), `${this.secret}\n`);
    put(path.join(this.outside, 'victim.txt'), `${this.secret}\n`);
    put(path.join(this.outside, 'folder/inner.txt'), 'inner\n');
    this.printOutside = fingerprint(this.outside);
    this.printHome = fingerprint(this.home);
  }

  // A server that nothing of an attack may reach.
  async listen() {
    this.visits = [];
    this.server = http.createServer((request, response) => {
      this.visits.push(request.url);
      response.end();
    });
    this.server.on('connection', () => this.visits.push('connection'));
    await new Promise((resolve) => { this.server.listen(0, '127.0.0.1', resolve); });
    this.port = this.server.address().port;
  }

  // A shell command that betrays itself when it runs with Pawl's rights.
  get betray() { return `touch '${this.betrayed}'`; }

  git(folder, ...args) { return this.gitWith({}, folder, ...args); }

  gitWith(options, folder, ...args) {
    const done = spawnSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@localhost',
      '-c', 'init.defaultBranch=main', '-c', 'commit.gpgSign=false', '-c', 'safe.directory=*',
      '-c', 'gc.auto=0', '-C', folder, ...args], {
      encoding: options.encoding ?? 'utf8', input: options.input, maxBuffer: 64 << 20,
      env: { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C', ...options.env },
    });
    if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
    return typeof done.stdout === 'string' ? done.stdout.trim() : done.stdout;
  }

  // Files of a folder: {path: text, {text, mode} or {link}}.
  write(folder, files) {
    for (const [file, content] of Object.entries(files)) {
      const target = path.join(folder, file);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      if (typeof content?.link === 'string') fs.symlinkSync(content.link, target);
      else fs.writeFileSync(target, content?.text ?? content, { mode: content?.mode ?? 0o644 });
    }
  }

  // A repository with one commit of these files.
  repo(files, name = 'project') {
    const folder = path.join(this.folder, name);
    fs.mkdirSync(folder, { recursive: true });
    this.write(folder, files);
    this.git(folder, 'init', '--quiet');
    return this.commit(folder, 'Import');
  }

  commit(folder, message = 'Change') {
    this.git(folder, 'add', '--all');
    this.git(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
    return folder;
  }

  // The answers of a model, one a question; `edits` as `pawl run` asks for them.
  answers(entries, name = 'script.jsonl') {
    const file = path.join(this.folder, name);
    fs.writeFileSync(file, entries.map((one) => JSON.stringify(one)).join('\n') + '\n');
    return `scripted:${file}`;
  }

  // The program as the world's user, to its end. The server can answer meanwhile.
  pawl(args, options = {}) {
    giveTo(this.user, this.folder);
    // `wrapper` is a program that starts the one it is given, under limits for example.
    const words = options.wrapper ? [options.wrapper, program(), ...args] : [program(), ...args];
    const child = spawn(words[0], words.slice(1), {
      cwd: options.cwd ?? this.folder,
      env: { ...this.env, ...options.env },
      uid: this.user.uid, gid: this.user.gid,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (data) => { out += data; });
    child.stderr.on('data', (data) => { err += data; });
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeout ?? 120_000);
    const ended = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        this.screen += out + err;
        resolve({ code, signal, out, err });
      });
    });
    if (options.started) options.started(child);
    return ended;
  }

  // `run … --yes` with a model of a script, or with recipes.
  run(repo, options = {}) {
    return this.pawl(['run', repo, '--yes', '--model', options.model ?? 'recipes:', ...(options.args ?? [])], options);
  }

  // One planned subtask on `file` that the model answers with these edits.
  async runEdits(repo, file, edits, options = {}) {
    const plan = path.join(this.folder, 'plan.json');
    fs.writeFileSync(plan, JSON.stringify({
      tasks: [{ title: options.title ?? 'Change it', metric: 'docs',
        subtasks: [{ title: options.subtask ?? 'Change it', description: 'Change it.', file_hints: [].concat(file) }] }],
    }));
    const answer = { commit_message: options.message ?? 'docs: Change it', edits };
    const answers = Array.from({ length: options.tries ?? 4 }, () => JSON.stringify(answer));
    return this.run(repo, { ...options, model: this.answers(answers),
      args: ['--plan-from-file', plan, ...(options.args ?? [])],
      env: { PAWL_PLAN_RULES_OFF: 'real-bug', ...options.env } });
  }

  // That nothing was stolen or broken. Everything an attack may want is looked at, whatever it was
  // after.
  check() {
    assert.ok(!fs.existsSync(this.betrayed), 'a command of the attacker ran with Pawl\'s rights');
    assert.equal(fingerprint(this.outside), this.printOutside, 'what lies beside the repository is as it was');
    assert.equal(fingerprint(this.home), this.printHome, 'HOME is as it was');
    assert.deepEqual(this.visits, [], 'nobody reached the network');
    assert.deepEqual(processesWith(this.mark), [], 'no process is left');
    assert.ok(!this.screen.includes(this.secret), 'the screen shows the secret');
    if (fs.existsSync(this.env.PAWL_HOME)) {
      visit(this.env.PAWL_HOME, (full, entry) => {
        if (entry.isFile() && !full.includes('/worktrees/')) {
          assert.ok(!fs.readFileSync(full, 'latin1').includes(this.secret), `${full} holds the secret`);
        }
      });
    }
  }

  remove() {
    this.server.close();
    this.server.closeAllConnections();
    for (const pid of processesWith(this.mark)) process.kill(Number(pid), 'SIGKILL');
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  screen = '';
}

// Who tries an attack. In a run of the whole suite one user does, root and the ordinary one in turns, where the attack does not say that
// its end depends on who that is.
function usersOf(attack, turn) {
  return attack.everyUser || process.env.PAWL_LARGE ? users : [users[turn % users.length]];
}

// Every attack of a folder. PAWL_ATTACK chooses those whose name holds it.
export async function runAttacks(area) {
  const folder = path.join(here, area);
  const only = process.env.PAWL_ATTACK ?? '';
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.mjs')).sort();
  for (const [turn, file] of files.entries()) {
    if (!file.includes(only)) continue;
    const attack = await import(pathToFileURL(path.join(folder, file)).href);
    assert.equal(typeof attack.goal, 'string', `${file} names its goal`);
    for (const user of usersOf(attack, turn)) {
      test(`${area}/${path.basename(file, '.mjs')} as ${user.name}: ${attack.goal}`, async (t) => {
        const world = await World.make(user);
        try {
          await attack.run(world, t);
          world.check();
        } finally {
          world.remove();
        }
      });
    }
  }
}
