import assert from 'node:assert/strict';
import { append, assertShown, journal, messages, pull, readme, rulesOff } from '../words.mjs';

export const goal = 'every field of an answer commands the terminal';

const evil = '\u009b2J\u202e\u200b\x1b[2J\r';

export async function run(world) {
  const repo = world.repo(readme);
  const bad = { commit_message: evil, edits: [{ kind: 'symbol', path: `README${evil}.md`, symbol: evil, content: evil },
    { kind: 'replace', path: 'README.md', find: evil, content: evil }] };
  const missing = { commit_message: evil, edits: [{ kind: 'replace', path: 'README.md', find: `no${evil}`, content: evil }] };
  const good = { commit_message: `docs: Say${evil}it`, edits: [append('Made of wood.')] };
  const file = `${world.folder}/plan.json`;
  world.write(world.folder, { 'plan.json': JSON.stringify({ tasks: [{ title: 'x', metric: 'docs', subtasks: [{ title: 'x', description: 'x', file_hints: ['README.md'] }] }] }) });
  const done = await world.run(repo, { model: world.answers([bad, missing, good, good].map((one) => JSON.stringify(one))), args: ['--plan-from-file', file, '--max-attempts', '4'], env: rulesOff });
  assert.equal(done.code, 0, done.err);
  assertShown(done.out + done.err, 'the screen');
  assertShown(messages(world, repo), 'the commit');
  assertShown(journal(world), 'the journal');
  const opened = await pull(world, repo);
  assertShown(opened.title + opened.body, 'the pull request');
}
