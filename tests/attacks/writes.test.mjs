// Ways to write where one may not (writes_table.mjs): as an answer of a model in a run, as a patch, as a commit
// and as a worktree. Each ends with 6 and names the rule. Hundreds of ordinary paths pass in the same ways.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { after, before as setUp, test } from 'node:test';
import zlib from 'node:zlib';

import { git, journal, makeWorld, pawlProgram, runFolders } from '../e2e/lib.mjs';
import { before, changes, harmless, names, ordinary, patches, trees } from './writes_table.mjs';

const latin = (text) => Buffer.from(text, 'latin1');
const shown = (text) => JSON.stringify(latin(text).toString());

// Objects written without git, which would not write some of them.
class Objects {
  constructor(repo) { this.folder = path.join(repo, '.git/objects'); }

  put(type, content) {
    const body = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = crypto.createHash('sha1').update(body).digest('hex');
    const file = path.join(this.folder, id.slice(0, 2), id.slice(2));
    if (!fs.existsSync(file)) {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, zlib.deflateSync(body, { level: 1 }));
    }
    return id;
  }

  entry(file) {
    if (typeof file === 'string') return ['100644', this.put('blob', latin(file))];
    if (file.commit) return ['160000', file.commit];
    return ['120000', this.put('blob', latin(file.link))];
  }

  entries(list) {
    return Buffer.concat(list.map(([mode, name, id]) => Buffer.concat([latin(`${mode} ${name}\0`), Buffer.from(id, 'hex')])));
  }

  // Of files by path; `more` are further entries of the root, as they are.
  tree(files, more = []) {
    const here = new Map();
    for (const [file, content] of Object.entries(files)) {
      const slash = file.indexOf('/');
      if (slash < 0) here.set(file, content);
      else here.set(file.slice(0, slash), { ...here.get(file.slice(0, slash)), [`/${file.slice(slash + 1)}`]: content });
    }
    const list = [...here].map(([name, content]) => {
      const below = typeof content === 'object' && Object.keys(content).some((key) => key.startsWith('/'));
      if (!below) { const [mode, id] = this.entry(content); return [mode, name, id, name]; }
      const inner = Object.fromEntries(Object.entries(content).map(([key, value]) => [key.slice(1), value]));
      return ['40000', name, this.tree(inner), `${name}/`];
    });
    list.sort((a, b) => Buffer.compare(latin(a[3]), latin(b[3])));
    return this.put('tree', this.entries([...list, ...more]));
  }

  commit(tree, parent) {
    const lines = [`tree ${tree}`, ...(parent ? [`parent ${parent}`] : []),
      'author T <t@localhost> 1700000000 +0000', 'committer T <t@localhost> 1700000000 +0000', '', 'Change', ''];
    return this.put('commit', Buffer.from(lines.join('\n')));
  }
}

const applied = (change) => {
  const files = { ...before, ...change };
  for (const [file, content] of Object.entries(change)) {
    if (content === null) delete files[file];
    // What takes the place of a folder.
    else for (const other of Object.keys(files)) if (other.startsWith(`${file}/`)) delete files[other];
  }
  return files;
};

let world;
let repo;
let objects;
let base;

setUp(() => {
  world = makeWorld();
  repo = path.join(world.folder, 'project');
  fs.mkdirSync(repo);
  git(repo, 'init', '--quiet');
  objects = new Objects(repo);
  base = objects.commit(objects.tree(before));
  git(repo, 'update-ref', 'refs/heads/main', base);
});
after(() => world.remove());

const call = (args, options = {}) => new Promise((resolve) => {
  const child = execFile(pawlProgram, args, { env: world.env, maxBuffer: 64 << 20, cwd: options.cwd ?? repo },
    (error, out, err) => resolve({ code: error ? error.code : 0, out, err }));
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
});

const check = (args, options) => call(['guard', 'check', '--fast', '--json', ...args], options);

const rules = (done) => (done.out.startsWith('{') ? JSON.parse(done.out).findings : [])
  .filter((finding) => finding.standing === 'refuses').map((finding) => finding.rule);

// What is wrong with how it ended; empty when it was refused by that rule.
function fault(done, rule, what) {
  const found = rules(done);
  const named = new RegExp(`write-gate/(${rule})( |$)`).test(found.join(' '));
  return done.code === 6 && named ? '' : `${what} ends with ${done.code}, ${found.join(' ') || (done.err ?? '').trim()}, not with ${rule}`;
}

// Some at a time: the machine has few cores. All of them have to be refused.
async function allRefused(rows, act) {
  const faults = [];
  let next = 0;
  const worker = async () => { while (next < rows.length) faults.push(await act(rows[next++])); };
  await Promise.all([worker(), worker(), worker()]);
  assert.deepEqual(faults.filter(Boolean), []);
}

const commitOf = (change) => objects.commit(objects.tree(applied(change)), base);
const whatOf = (change) => Object.keys(change).map(shown).join();

// What `guard replay` says of commits, by commit.
async function replay(commits) {
  const done = await call(['guard', 'replay', '-', '--json', '--threads', '2'], { input: `${commits.join('\n')}\n` });
  return new Map(JSON.parse(done.out).commits.map((one) => [one.commit, one]));
}

test('as commits: each alone with its exit code, and all in one replay', async () => {
  const rows = [...names.map(([name, rule]) => [rule, { [name]: 'x\n' }]), ...changes]
    .map(([rule, change]) => [rule, commitOf(change), whatOf(change)]);
  for (const [rule, entries] of trees) {
    const more = entries.map(([mode, name, text]) => [mode, name, objects.put('blob', latin(text))]);
    rows.push([rule, objects.commit(objects.tree(before, more), base), entries.map(([mode, name]) => `${mode} ${name}`).join()]);
  }
  assert.ok(rows.length >= 200, String(rows.length));
  const replayed = await replay(rows.map(([, id]) => id));
  await allRefused(rows, ([rule, id, what]) => {
    const one = replayed.get(id);
    return fault({ code: one.refused ? 6 : 0, out: JSON.stringify(one), err: one.trouble ?? '' }, rule, `the replayed commit of ${what}`);
  });
  await allRefused(rows, async ([rule, id, what]) => fault(await check(['--head', id]), rule, `the commit of ${what}`));
});

// What git itself refuses to apply is one patch each, the rest is one.
const alone = (rule) => rule.startsWith('git-');

test('as patches', async () => {
  const rows = patches.map(([rule, patch]) => [rule, patch, patch]);
  const commits = changes.map(([rule, change]) => [rule, commitOf(change), whatOf(change)]);
  for (const [name, rule] of names.filter(([, one]) => alone(one))) commits.push([rule, commitOf({ [name]: 'x\n' }), shown(name)]);
  const many = commitOf(Object.fromEntries(names.filter(([, rule]) => !alone(rule)).map(([name]) => [name, 'x\n'])));
  const printed = spawnSync('git', ['-C', repo, '-c', 'core.quotePath=true', 'diff-tree', '--stdin', '-r', '-p', '--binary', '--no-renames'],
    { input: [...commits.map(([, id]) => id), many, ''].join('\n'), encoding: 'latin1', maxBuffer: 64 << 20 }).stdout;
  const texts = new Map(printed.split(/^(?=[0-9a-f]{40}\n)/m).map((one) => [one.slice(0, 40), one.slice(41)]));
  for (const [rule, id, what] of commits) rows.push([alone(rule) || rule === 'git-file-link' ? `${rule}|unsafe-path` : rule, texts.get(id), what]);
  await allRefused(rows, async ([rule, patch, what]) =>
    fault(await check(['--patch', '-'], { input: latin(patch) }), rule, `the patch of ${what}`));
  assertEach(await check(['--patch', '-'], { input: latin(texts.get(many)) }), names.filter(([, rule]) => !alone(rule)), 'the patch');
});

// Every name has a finding of its own. Those that show as they are are looked for by name.
function assertEach(done, rows, how) {
  assert.equal(done.code, 6, done.out + done.err);
  const found = JSON.parse(done.out).findings.filter((one) => one.standing === 'refuses' && one.rule.startsWith('write-gate/'));
  const faults = rows.filter(([name]) => /^[ -~]{1,299}$/.test(name)).map(([name, rule]) => {
    const own = found.filter((one) => one.path === name);
    return fault({ code: 6, out: JSON.stringify({ findings: own }) }, rule, `${how} of ${shown(name)}`);
  });
  assert.deepEqual(faults.filter(Boolean), []);
  const paths = new Set(found.map((one) => one.path));
  assert.ok(paths.size >= rows.length, `${how} has ${rows.length} names, ${paths.size} are refused`);
}

function write(folder, change) {
  for (const [name, content] of Object.entries(change)) {
    const file = Buffer.concat([Buffer.from(`${folder}/`), latin(name)]);
    fs.rmSync(file, { recursive: true, force: true });
    if (content === null) continue;
    fs.mkdirSync(file.subarray(0, file.lastIndexOf('/')), { recursive: true });
    if (typeof content === 'object') fs.symlinkSync(latin(content.link), file);
    else fs.writeFileSync(file, latin(content));
  }
}

// A checkout of the base for each that works at the same time.
function checkouts(count) {
  return Array.from({ length: count }, (_, i) => {
    const folder = path.join(world.folder, `checkout-${i}`);
    git(repo, 'worktree', 'add', '--quiet', '--detach', folder, base);
    return folder;
  });
}

// What a disk can hold, and git sees there.
const onDisk = ([name]) => name.length < 4000 && !name.split('/').includes('.git') && name.split('/').every((part) => part.length < 256);
const isFiles = (change) => Object.values(change).every((content) => content === null || !content.commit);

test('as worktrees', async () => {
  const rows = changes.filter(([rule, change]) => isFiles(change) && rule !== 'submodule-declaration');
  const folders = checkouts(4);
  const held = names.filter(onDisk);
  const all = folders.pop();
  write(all, Object.fromEntries(held.map(([name]) => [name, 'x\n'])));
  assertEach(await check(['--worktree'], { cwd: all }), held, 'the worktree');
  fs.writeFileSync(path.join(folders[0], 'README.md'), '# Box\n\nMore.\n', { mode: 0o644 });
  fs.chmodSync(path.join(folders[0], 'README.md'), 0o4644);
  assert.equal(fault(await check(['--worktree'], { cwd: folders[0] }), 'odd-mode', 'a file that runs as its owner'), '');
  git(folders[0], 'reset', '--quiet', '--hard');
  fs.mkdirSync(path.join(folders[0], 'nested'));
  git(path.join(folders[0], 'nested'), 'init', '--quiet');
  git(path.join(folders[0], 'nested'), 'commit', '--quiet', '--allow-empty', '-m', 'x');
  assert.equal(fault(await check(['--worktree'], { cwd: folders[0] }), 'submodule-undeclared', 'a repository in the worktree'), '');
  fs.rmSync(path.join(folders[0], 'nested'), { recursive: true });
  await allRefused(rows, async ([rule, change]) => {
    const folder = folders.pop();
    write(folder, change);
    const wrong = fault(await check(['--worktree'], { cwd: folder }), rule, `the worktree of ${whatOf(change)}`);
    git(folder, 'clean', '--quiet', '-ffdx');
    git(folder, 'reset', '--quiet', '--hard');
    folders.push(folder);
    return wrong;
  });
});

test('as edits of a model', async () => {
  const valid = names.filter(([name]) => name.length < 4000 && Buffer.compare(Buffer.from(latin(name).toString()), latin(name)) === 0);
  const text = ([name]) => latin(name).toString();
  const perAnswer = 40;
  const answers = [];
  for (let i = 0; i < valid.length; i += perAnswer) {
    answers.push(JSON.stringify({ commit_message: 'docs: Write', edits: valid.slice(i, i + perAnswer)
      .map((row) => ({ kind: 'write', path: text(row), content: 'x\n' })) }));
  }
  const script = path.join(world.folder, 'answers.jsonl');
  fs.writeFileSync(script, `${answers.map((one) => JSON.stringify({ text: one })).join('\n')}\n`);
  const plan = path.join(world.folder, 'plan.json');
  fs.writeFileSync(plan, JSON.stringify({ tasks: [{ title: 'Write', metric: 'docs',
    subtasks: [{ title: 'Write', description: 'Write.', file_hints: ['docs/index.md'] }] }] }));
  git(repo, 'reset', '--quiet', '--hard');
  Object.assign(world.env, { PAWL_PLAN_RULES_OFF: 'real-bug,readme-only', PAWL_WORK_ATTEMPTS: String(answers.length), PAWL_CHECKS_RUN: 'false' });
  const run = await call(['run', repo, '--yes', '--model', `scripted:${script}`, '--plan-from-file', plan]);
  assert.equal(run.code, 6, run.out + run.err);
  const refused = journal(runFolders(world)[0]).filter((event) => event.kind === 'guard.refused')
    .map((event) => event.data).filter((one) => one.message.startsWith('write-gate/'));
  const own = refused.filter((one) => !one.message.startsWith('write-gate/outside-hints'));
  assert.ok(new Set(own.map((one) => one.path)).size >= valid.length, `${valid.length} names, refused: ${own.length}`);
});

const contents = { '.md': '# Text\n', '.c': 'int x;\n' };
const ordinaryFiles = Object.fromEntries(ordinary.map((name) => [name, contents[path.extname(name)] ?? 'Text.\n']));

function assertPassed(done, what) {
  assert.equal(done.code, 0, `${what}: ${done.out}${done.err}`);
  const gate = JSON.parse(done.out).guards?.find((one) => one.id === 'write-gate');
  if (gate) assert.equal(gate.ruling, 'pass', what);
}

test('ordinary paths pass', async () => {
  assert.ok(ordinary.length >= 200 && new Set(ordinary).size === ordinary.length);
  const commit = commitOf(ordinaryFiles);
  assertPassed(await check(['--head', commit]), 'a commit');
  const patch = spawnSync('git', ['-C', repo, 'diff-tree', '-r', '-p', '--binary', base, commit], { encoding: 'latin1', maxBuffer: 64 << 20 }).stdout;
  assertPassed(await check(['--patch', '-'], { input: latin(patch) }), 'a patch');
  git(repo, 'reset', '--quiet', '--hard');
  write(repo, ordinaryFiles);
  assertPassed(await check(['--worktree']), 'a worktree');
  git(repo, 'clean', '--quiet', '-ffdx');
});

test('links, submodules and odd names that are no harm pass', async () => {
  const commits = harmless.map((change) => [commitOf(change), whatOf(change)]);
  const replayed = await replay(commits.map(([id]) => id));
  for (const [id, what] of commits) {
    const one = replayed.get(id);
    assert.ok(!one.refused && !one.trouble, `${what}: ${JSON.stringify(one)}`);
  }
});
