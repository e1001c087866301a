// What the attacks by a model share: a planner and a worker of a script, and what of their words
// became of the repository, the pull request and the screen.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

export const readme = { 'README.md': '# Box\n\nOpens and shuts.\n' };
export const write = (file, content) => ({ kind: 'write', path: file, content });
export const append = (line) => ({ kind: 'replace', path: 'README.md', find: 'Opens and shuts.', content: `Opens and shuts.\n\n${line}` });

// A README may be worked on though it does not fail, and nothing else is.
export const rulesOff = { PAWL_PLAN_RULES_OFF: 'real-bug,readme-only' };

// Controls but newline and tab, marks of direction, what has no width, tags.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u;
export function assertShown(text, what) {
  const found = hidden.exec(text);
  assert.equal(found, null, `${what} holds U+${found?.[0].codePointAt(0).toString(16)}: ${JSON.stringify(text.slice(Math.max(0, (found?.index ?? 0) - 40), (found?.index ?? 0) + 40))}`);
}

export const subtask = (file_hints, action = 'create', title = 'Write it') =>
  ({ title, description: 'Write it.', file_hints: [].concat(file_hints), action });
export const planOf = (...subtasks) => ({ tasks: [{ title: 'Write', metric: 'docs', priority: 1, subtasks }] });

// A run whose plan the model made; the worker answers with these edits to every question.
export function planned(world, repo, plan, edits, options = {}) {
  const answer = JSON.stringify({ commit_message: options.message ?? 'docs: Write it', edits });
  const model = world.answers([{ role: 'planner', text: JSON.stringify(plan) },
    ...Array.from({ length: 8 }, () => ({ role: 'worker', text: answer }))], 'planned.jsonl');
  return world.run(repo, { ...options, model, env: { ...rulesOff, ...options.env } });
}

// The branches that runs published, and what their commits say and change.
export const branches = (world, repo) =>
  world.git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/pawl').split('\n').filter(Boolean);
export const messages = (world, repo) =>
  branches(world, repo).map((branch) => world.git(repo, 'log', '--format=%B', `main..${branch}`)).join('\n');
export const files = (world, repo) =>
  branches(world, repo).flatMap((branch) => world.git(repo, '-c', 'core.quotePath=false', 'diff', '--name-only', 'main', branch).split('\n')).filter(Boolean);

export async function pull(world, repo, number = 1) {
  const shown = await world.pawl(['pr', 'show', String(number), repo, '--json']);
  assert.equal(shown.code, 0, shown.err);
  return JSON.parse(shown.out);
}

export function journal(world) {
  const runs = path.join(world.state, 'runs');
  return fs.readdirSync(runs).map((run) => fs.readFileSync(path.join(runs, run, 'events.jsonl'), 'utf8')).join('');
}

// The planner names a file that only a person may name: no such subtask is worked on, and nothing of
// it is committed.
export async function refusesPlanned(world, file, content, repoFiles = readme, action = 'create') {
  const repo = world.repo(repoFiles);
  const done = await planned(world, repo, planOf(subtask(file, action)), [write(file, content)]);
  assert.deepEqual(files(world, repo), [], done.err);
  assert.equal(done.code, 3, done.err);
  assert.match(done.err, /left out .* may not be changed|unsafe path/);
  return { repo, done };
}

// The model's edit is refused by that rule in every attempt, and nothing is committed.
export async function refusesEdit(world, file, edits, rule, repoFiles = readme, options = {}) {
  const repo = world.repo(repoFiles);
  const done = await world.runEdits(repo, file, [].concat(edits), { env: rulesOff, ...options });
  assert.deepEqual(files(world, repo), [], done.err);
  assert.ok(done.code === 6 || done.code === 7 || done.code === 1, `exit ${done.code}: ${done.err}`);
  assert.match(done.err, rule);
  return { repo, done };
}

// Lands `edits` with this message and answers what was published of its words.
export async function published(world, options = {}) {
  const repo = world.repo(options.files ?? readme);
  const done = await world.runEdits(repo, 'README.md', [append('It is made of wood.')], { env: rulesOff, ...options });
  assert.equal(done.code, 0, done.err);
  const opened = await pull(world, repo);
  return { repo, done, message: messages(world, repo), title: opened.title, body: opened.body };
}
