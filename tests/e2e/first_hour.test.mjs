// What a new user gets wrong in the first hour: each answer has its exit code and names the thing, the reason and
// the way out, and none leaves a run behind.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { checkoutPrint, git, makeRepo, makeWorld, manyRecipes, pawl, pawlProgram, runFolders, startFakeModel } from './lib.mjs';

let world;
let repo;
let keyed;

before(async () => {
  world = makeWorld();
  repo = makeRepo(world, { 'README.md': '# Box\n\nOpens.\n', 'index.js': 'module.exports = 1;   ' });
  fs.mkdirSync(path.join(world.folder, 'plain'));
  fs.mkdirSync(path.join(world.folder, 'owner', 'thing'), { recursive: true });
  fs.writeFileSync(path.join(world.folder, 'notes.txt'), 'notes\n');
  fs.writeFileSync(path.join(world.folder, 'empty-plan.yaml'), 'tasks: []\n');
  fs.writeFileSync(path.join(world.folder, 'slip.yaml'),
    'tasks:\n  - title: x\n    subtasks:\n      - {title: s, files: [a]}\n');
  makeRepo({ folder: world.folder }, { a: '' }, 'unborn');
  fs.rmSync(path.join(world.folder, 'unborn', '.git'), { recursive: true });
  git(path.join(world.folder, 'unborn'), 'init', '--quiet');
  keyed = await startFakeModel(world, [{ text: '{}' }], ['--key', 'another']);
});

after(async () => {
  await keyed.stop();
  world.remove();
});

// Words, exit code, and what the message says.
const mistakes = [
  ['a command that is not there', ['runn'], 2, [/no command `runn`/, /did you mean `run`/]],
  ['a group without its second word', ['guard'], 2, [/`pawl guard` needs one more word/, /guard check/]],
  ['a flag that is not there', ['run', '--dryrun', 'project'], 2, [/no flag --dryrun/, /did you mean --dry-run/]],
  ['one argument too many', ['run', 'project', 'plain'], 2, [/'plain' is one argument too many/, /pawl run --help/]],
  ['a model that nobody provides', ['run', '--model', 'opnai:x', 'project', '--yes'], 2,
    [/no provider opnai/, /did you mean openai/, /Providers: openai, anthropic/]],
  ['a model without a name', ['run', '--model', 'openai:', 'project', '--yes'], 2, [/lacks a model name/]],
  ['a server that is down', ['run', '--model', 'openai:x@http://127.0.0.1:9/v1', 'project', '--yes'], 75,
    [/no model server at http:\/\/127\.0\.0\.1:9\/v1/, /Start it or set/]],
  ['a script that is not there', ['run', '--model', 'scripted:none.jsonl', 'project', '--yes'], 9,
    [/none\.jsonl: No such file/]],
  ['a base branch that is not there', ['run', '--base', 'mian', 'project', '--yes'], 9,
    [/project has no branch "mian"/, /its branches: main/]],
  ['the base as the new branch', ['run', '--branch', 'main', 'project', '--yes'], 2, [/both "main"/, /name another/]],
  ['a branch that git would not take', ['run', '--branch', 'a..b', 'project', '--yes'], 2, [/"a\.\.b"/, /use letters/]],
  ['a folder that is no repository', ['run', 'plain', '--yes'], 9, [/"plain" is a folder/, /git init/]],
  ['a folder that is named like one on GitHub', ['run', 'owner/thing', '--yes'], 9,
    [/is a folder, but no git repository/, /https:\/\/github\.com\/owner\/thing/]],
  ['a file', ['run', 'notes.txt', '--yes'], 9, [/"notes\.txt" is a file, but no git repository/]],
  ['a folder that is not there', ['run', './nowhere', '--yes'], 9, [/there is no .*\/nowhere/]],
  ['a target of no known form', ['run', 'nowhere', '--yes'], 2, [/there is no such folder/, /give a local folder, owner\/repo/]],
  ['a repository without a commit', ['run', 'unborn', '--yes'], 9, [/unborn has no commits yet/, /commit something/]],
  ['a question nobody can answer', ['run', 'project'], 2, [/standard input is no terminal/, /--yes/]],
  ['a resume of nothing', ['run', 'project', '--resume', '--yes'], 9, [/no unfinished run of project/, /without --resume/]],
  ['a stage without a resume', ['run', 'project', '--from', 'work'], 2, [/--from/, /give --resume/]],
  ['a resume that is a reset', ['run', 'project', '--resume', '--reset'], 2, [/exclude each other/]],
  ['a plan file that is not there', ['run', 'project', '--plan-from-file', 'none.yaml', '--yes'], 9, [/none\.yaml: No such file/]],
  ['a plan without a task', ['run', 'project', '--plan-from-file', 'empty-plan.yaml', '--yes'], 2,
    [/empty-plan\.yaml/, /no task/]],
  ['a plan with a misspelt key', ['run', 'project', '--plan-from-file', 'slip.yaml', '--yes'], 2,
    [/tasks\[0\]\.subtasks\[0\] has a key "files"/, /file_hints/]],
  ['a plan that would replace a file', ['plan', 'project', '--output', 'notes.txt'], 2, [/notes\.txt is there already/, /--force/]],
  ['a plan for a folder that is not there', ['plan', 'project', '--output', 'none/plan.yaml'], 9, [/no folder .*\/none/]],
  ['a scope that is not there', ['run', 'project', '--scope', 'doc', '--yes'], 2, [/no scope "doc"/, /docs, quality, tests/]],
  ['a number that is none', ['run', 'project', '--max-attempts', 'many'], 2, [/--max-attempts wants a whole number, not 'many'/]],
  ['a forge that is not there', ['run', 'project', '--forge', 'gitlab'], 2, [/forge\.kind/, /'gitlab'/, /one of auto, local, github/]],
  ['a run that is not there', ['logs', 'project-00ff00'], 9, [/no run "project-00ff00"/, /pawl list|no runs yet/]],
  ['a setting that is not there', ['config', 'set', 'model.spek', 'x'], 2, [/no setting model\.spek/, /did you mean model\.spec/]],
  ['a fix of no issue', ['fix', 'project'], 2, [/--issue is missing/, /pawl issue list/]],
];

for (const [what, words, code, says] of mistakes) {
  test(`${what} is ${code}`, () => {
    const print = checkoutPrint(repo);
    const done = pawl(world, words);
    assert.equal(done.code, code, done.err);
    for (const words of says) assert.match(done.err, words);
    assert.equal(done.out, '');
    assert.deepEqual(runFolders(world), []);
    assert.equal(checkoutPrint(repo), print);
    assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '');
  });
}

test('a guard or a rule that is not there is named before anything is made', () => {
  for (const [name, says] of [['PAWL_GUARDS_DISABLE', /guards\.disable: there is no guard "nope"/],
    ['PAWL_PLAN_RULES_OFF', /plan\.rules_off: "nope" is no plan rule; there are/]]) {
    const done = pawl(world, ['run', 'project', '--yes'], { env: { [name]: 'nope' } });
    assert.equal(done.code, 2, done.err);
    assert.match(done.err, says);
    assert.deepEqual(runFolders(world), []);
  }
});

test('a key that is refused is 4, and leaves no run', () => {
  for (const [model, variables, setting] of [
    ['openai:fake', { PAWL_MODEL_BASE_URL: keyed.url, PAWL_MODEL_API_KEY: 'wrong-key-0123456789' }, /model\.api_key/],
    ['openai:fake', { PAWL_MODEL_BASE_URL: keyed.url }, /asks for a key: set model\.api_key/],
    ['anthropic:fake', { ANTHROPIC_BASE_URL: keyed.url, ANTHROPIC_API_KEY: 'wrong-key-0123456789' }, /anthropic\.api_key/]]) {
    const done = pawl(world, ['run', 'project', '--model', model, '--yes'], { env: variables });
    assert.equal(done.code, 4, done.err);
    assert.match(done.err, setting);
    assert.doesNotMatch(done.err, /wrong-key/);
    assert.deepEqual(runFolders(world), []);
  }
});

// A web server that knows nothing of models, in a process of its own.
async function startWebServer() {
  const program = `const server = require('node:http').createServer((_, response) => response.end('<html>Welcome</html>'));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((resolve) => { child.stdout.once('data', (data) => resolve(Number(data))); });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

test('an address that is no model server is 2, and leaves no run', async () => {
  const web = await startWebServer();
  try {
    const done = pawl(world, ['run', 'project', '--model', `openai:fake@${web.url}/v1`, '--yes']);
    assert.equal(done.code, 2, done.err);
    assert.match(done.err, /\/v1\/models is no list of models/);
    assert.deepEqual(runFolders(world), []);
  } finally {
    web.stop();
  }
});

test('a branch that is there already is named, and earlier runs are kept when a reset cannot begin', () => {
  const own = makeWorld();
  try {
    const other = makeRepo(own, { 'README.md': '# Box\n' });
    git(other, 'branch', 'taken');
    const taken = pawl(own, ['run', 'project', '--branch', 'taken', '--yes']);
    assert.equal(taken.code, 2, taken.err);
    assert.match(taken.err, /project has a branch "taken" already; name another for the run with --branch/);
    const script = path.join(own.folder, 'broken.jsonl');
    fs.writeFileSync(script, `${JSON.stringify({ role: 'planner', error: 'timeout', text: '' })}\n`);
    const broken = pawl(own, ['run', 'project', '--model', `scripted:${script}`, '--yes']);
    assert.equal(broken.code, 75, broken.err);
    assert.equal(runFolders(own).length, 1);
    const reset = pawl(own, ['run', 'project', '--reset', '--base', 'nowhere', '--yes']);
    assert.equal(reset.code, 9, reset.err);
    const status = JSON.parse(pawl(own, ['status', 'project', '--json']).out);
    assert.equal(status.status, 'failed');
  } finally {
    own.remove();
  }
});

test('a dry run prints the plan, its files and the guards, and changes nothing', () => {
  const own = makeWorld();
  own.env.PAWL_RECIPES_ENABLED = manyRecipes;
  try {
    const other = makeRepo(own, { 'README.md': '# Box\n', 'index.js': 'module.exports = 1;   ' }, 'a project');
    const print = checkoutPrint(other);
    const refs = git(other, 'for-each-ref');
    const done = pawl(own, ['run', 'a project', '--dry-run']);
    assert.equal(done.code, 0, done.err);
    assert.match(done.out, /^T001 {2}/);
    assert.match(done.out, /^ {2}T\d+-S01 {2}create {2}.*\n {12}\.\w+$/m);
    assert.match(done.out, /^\d+ guards will look at each change: write-gate, /m);
    assert.ok(done.out.split('\n').every((line) => line.length <= 80), done.out);
    assert.equal(checkoutPrint(other), print);
    assert.equal(git(other, 'for-each-ref'), refs);
    const planned = pawl(own, ['plan', 'a project', '--output', 'plan.yaml']);
    assert.equal(planned.code, 0, planned.err);
    assert.match(planned.err, /pawl run --plan-from-file plan\.yaml 'a project'/);
    const yaml = fs.readFileSync(path.join(own.folder, 'plan.yaml'), 'utf8');
    assert.match(yaml, /^tasks:\n {2}- id: T001$/m);
    const back = pawl(own, ['plan', 'a project', '--plan-from-file', 'plan.yaml', '--output', 'again.yml']);
    assert.equal(back.code, 0, back.err);
    const plain = (text) => text.replace(/^source: .*$/m, '').replace(/^ +named:\n(?: {10}- .*\n)+/gm, '');
    assert.equal(plain(fs.readFileSync(path.join(own.folder, 'again.yml'), 'utf8')), plain(yaml));
    const run = pawl(own, ['run', 'a project', '--plan-from-file', 'plan.yaml', '--yes']);
    assert.equal(run.code, 0, run.err);
    assert.match(run.err, /pawl pr show 1 '.*\/a project'/);
  } finally {
    own.remove();
  }
});

test('a settings file with a slip is refused by name, and no run begins', () => {
  const own = makeWorld();
  try {
    makeRepo(own, { 'README.md': '# Box\n' });
    const folder = path.join(own.folder, 'pawl', 'config');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, 'config.toml');
    fs.writeFileSync(file, '[model]\nspek = "x"\n', { mode: 0o600 });
    const slip = pawl(own, ['run', 'project', '--yes']);
    assert.equal(slip.code, 2, slip.err);
    assert.match(slip.err, /config\.toml: there is no setting model\.spek; did you mean model\.spec\?/);
    assert.deepEqual(runFolders(own), []);
    fs.writeFileSync(file, '[checks]\nbuild_timeout = "2m"\n', { mode: 0o600 });
    const shown = pawl(own, ['config', 'show', 'checks.build_timeout', '--json']);
    assert.equal(JSON.parse(shown.out).settings[0].value, 120);
    const time = pawl(own, ['run', 'project', '--max-time', '30 minutes', '--yes']);
    assert.equal(time.code, 2, time.err);
    assert.match(time.err, /budget\.run_time .*'30 minutes'.*as 90s, 30m or 2h/);
    const init = pawl(own, ['init']);
    assert.equal(init.code, 2, init.err);
    assert.match(init.err, /config\.toml is there already; .*pawl config set/);
  } finally {
    own.remove();
  }
});

test('a detached HEAD, another branch and work that is not committed are mentioned', () => {
  const own = makeWorld();
  try {
    const other = makeRepo(own, { 'README.md': '# Box\n' });
    const told = () => pawl(own, ['run', 'project', '--dry-run']).err;
    assert.doesNotMatch(told(), /detached|checked out|not committed/);
    fs.writeFileSync(path.join(other, 'new.txt'), 'new\n');
    fs.writeFileSync(path.join(other, 'README.md'), '# Other\n');
    assert.match(told(), /2 files with changes that are not committed: no part of the run/);
    git(other, 'checkout', '--quiet', '--detach');
    assert.match(told(), /HEAD is detached there: the run begins at the branch main/);
  } finally {
    own.remove();
  }
});

test('a bare repository works', () => {
  const own = makeWorld();
  own.env.PAWL_RECIPES_ENABLED = manyRecipes;
  try {
    const other = makeRepo(own, { 'README.md': '# Box\n', 'index.js': 'module.exports = 1;   ' });
    git(own.folder, 'clone', '--quiet', '--bare', other, 'bare.git');
    const done = pawl(own, ['run', 'bare.git', '--yes']);
    assert.equal(done.code, 0, done.err);
    assert.match(git(path.join(own.folder, 'bare.git'), 'branch', '--list', 'pawl/*'), /pawl\/improve-/);
  } finally {
    own.remove();
  }
});

test('what is refused stands beside its line for GitHub, and completions know the runs', () => {
  const own = makeWorld();
  try {
    const other = makeRepo(own, { 'settings.json': '{"a": 1}\n' });
    fs.writeFileSync(path.join(other, 'settings.json'), '{"a": 1,\n');
    const done = pawl(own, ['guard', 'check', '--repo', other, '--fast', '--format', 'github']);
    assert.equal(done.code, 6, done.err);
    assert.match(done.out, /^::error file=settings\.json,(line=\d+,)?title=[\w-]+\/[\w-]+::/m);
    assert.ok(done.out.split('\n').every((line) => line === '' || line.startsWith('::')), done.out);
    assert.equal(pawl(own, ['run', 'project', '--dry-run', '-q']).err.includes('ANALYZING'), false);
    const [run] = runFolders(own).map((folder) => path.basename(folder));
    const script = `${pawl(own, ['completions', 'bash']).out}
COMP_WORDS=(pawl status ''); COMP_CWORD=2; _pawl; echo "\${COMPREPLY[*]}"`;
    const offered = spawnSync('bash', ['--norc', '-c', script], {
      encoding: 'utf8', env: { ...own.env, PATH: `${path.dirname(pawlProgram)}:${process.env.PATH}` } });
    assert.equal(offered.stdout.trim(), run, offered.stderr);
    const verbose = pawl(own, ['-v', 'run', 'project', '--dry-run']).err;
    assert.match(verbose, /ANALYZING/);
    assert.match(verbose, /\d\d:\d\d:\d\d {2}metric\.measured .*metric=readme/);
    assert.doesNotMatch(pawl(own, ['run', 'project', '--dry-run']).err, /metric\.measured/);
    const both = pawl(own, ['run', 'project', '--dry-run', '-q', '--verbose']);
    assert.equal(both.code, 2);
    assert.match(both.err, /--quiet and --verbose exclude each other/);
  } finally {
    own.remove();
  }
});
