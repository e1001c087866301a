import assert from 'node:assert/strict';
import { pull } from '../words.mjs';

export const goal = 'the title of a stranger\'s issue calls people and closes other issues from a pull request';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Box\n\nOpens.\n' });
  await world.pawl(['issue', 'create', 'Wrong \u202e@org/team closes o/r#9 [skip ci]', repo, '--body', 'README.md:3 is wrong.']);
  const answer = JSON.stringify({ commit_message: 'docs: Correct it', edits: [{ kind: 'replace', path: 'README.md', find: 'Opens.', content: 'Opens and shuts.' }] });
  const plan = JSON.stringify({ tasks: [{ title: 'Correct', metric: 'readme', subtasks: [{ title: 'Correct', description: 'Correct.', file_hints: ['README.md'] }] }] });
  const done = await world.pawl(['fix', repo, '--issue', '1', '--yes', '--model', world.answers([plan, answer, answer, answer])]);
  assert.equal(done.code, 0, done.err);
  const { title, body } = await pull(world, repo, 2);
  assert.equal(title, 'Fix #1: Wrong org/team closes o/r 9');
  assert.ok(body.startsWith('Fixes #1\n'));
}
