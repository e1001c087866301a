// What the tests of landing share: a repository, and runs whose work waits to be landed.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { git, journal, makeRepo, makeWorld, pawl, runFolders, runJson, startPawl, until, writeScript } from './lib.mjs';

export const boxFiles = {
  'package.json': JSON.stringify({ name: 'box', version: '1.0.0' }, null, 2) + '\n',
  'lib/box.js': 'function open() {\n  return 1;\n}\n\nfunction shut() {\n  return 2;\n}\n\nmodule.exports = { open, shut };\n',
  'lib/lid.js': 'module.exports = () => 3;\n',
  Makefile: 'test:\n\t@node test.js\n',
  'test.js': "const { open } = require('./lib/box');\nif (open() > 90) process.exitCode = 1;\nconsole.log(`1..1\\n${process.exitCode ? 'not ok' : 'ok'} 1 - opens`);\n",
  'README.md': '# Box\n\nOpens and shuts.\n',
};

export function landingWorld(files = boxFiles) {
  const world = makeWorld();
  world.env.PAWL_FORGE_OPEN_MAX = '50';
  const repo = makeRepo(world, files);
  return { world, repo };
}

let scripts = 0;
// A run of one commit that replaces `find` by `content` in a file; its id, branch and folder.
export function makeWork(world, repo, { file = 'lib/lid.js', find = '3', content = '4', title = 'Turn the lid', metric = 'bug', env = {} } = {}) {
  const script = writeScript(world, [
    { role: 'planner', text: JSON.stringify({ tasks: [{ title, metric, subtasks: [{ title, description: `${title}.`, file_hints: [file], action: 'modify' }] }] }) },
    { role: 'worker', text: JSON.stringify({ commit_message: `fix: ${title}`, edits: [{ kind: 'replace', path: file, find, content }] }) },
  ], `script-${scripts++}.jsonl`);
  const done = runJson(world, [repo, '--model', `scripted:${script}`], { env });
  assert.ok(done.document?.commits?.length === 1, done.err);
  const run = done.document.run;
  return { run, branch: done.document.branch, folder: path.join(world.state, 'runs', run), head: git(repo, 'rev-parse', done.document.branch) };
}

// A run that was killed after its first commit: its worktree holds what nobody else has.
export async function makeStopped(world, repo) {
  const plan = { tasks: [{ title: 'Mend', metric: 'bug', subtasks: ['lib/lid.js', 'lib/box.js'].map((name) => ({ title: `Mend ${name}`, description: 'Mend.', file_hints: [name], action: 'modify' })) }] };
  const answer = (name, find, content) => ({ role: 'worker', text: JSON.stringify({ commit_message: `fix: Mend ${name}`, edits: [{ kind: 'replace', path: name, find, content }] }) });
  const script = writeScript(world, [{ role: 'planner', text: JSON.stringify(plan) }, answer('lib/lid.js', '3', '4'), answer('lib/box.js', 'return 1', 'return 7')], `script-${scripts++}.jsonl`);
  const known = new Set(runFolders(world));
  const run = startPawl(world, ['run', repo, '--yes', '--json', '--model', `scripted:${script}`]);
  const folder = await until(() => runFolders(world).find((one) => !known.has(one) && fs.existsSync(path.join(one, 'events.jsonl'))
    && journal(one).some((event) => event.kind === 'subtask.committed')), 'a commit of the run');
  run.child.kill('SIGKILL');
  await run.ended;
  const id = path.basename(folder);
  const worktree = path.join(world.state, 'worktrees', id);
  return { run: id, folder, worktree, head: git(worktree, 'rev-parse', 'HEAD') };
}

export function land(world, run, ...flags) {
  const done = pawl(world, ['land', run, '--json', ...flags]);
  let document = null;
  try { document = JSON.parse(done.out); } catch { /* left null: the test looks at done */ }
  return { ...done, document };
}

export const events = (work, kind) => journal(work.folder).filter((event) => event.kind === kind);
export const refsOf = (repo, prefix) => git(repo, 'for-each-ref', '--format=%(refname)', prefix).split('\n').filter(Boolean);
export const textAt = (repo, place) => git(repo, 'show', place);
export const write = (folder, file, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
};
export const runsOf = (world) => runFolders(world).map((folder) => path.basename(folder));
