import assert from 'node:assert/strict';
import { append, assertShown, journal, planOf, planned, readme, subtask } from '../words.mjs';

export const goal = 'titles of a plan command the terminal of whoever looks at the run';

const evil = 'Say \u009b2J\u009d0;x\u0007\x1b]8;;http://x\x1b\\ \u202etxt\u2066 \u200b\u{e0041}\x7f it';

export async function run(world) {
  const repo = world.repo(readme);
  const plan = planOf(subtask('README.md', 'modify', evil), subtask(`${evil}.md`, 'modify', evil));
  Object.assign(plan.tasks[0], { title: evil, description: evil });
  const done = await planned(world, repo, plan, [append('Made of wood.')]);
  assert.equal(done.code, 0, done.err);
  for (const args of [['status', repo], ['logs', repo], ['logs', repo, '--json'], ['logs', repo, '--raw'], ['list'], ['plan', repo],
    ['pr', 'list', repo], ['pr', 'show', '1', repo], ['pr', 'show', '1', repo, '--json']]) {
    const shown = await world.pawl(args);
    assertShown(shown.out + shown.err, args.join(' '));
  }
  assertShown(done.out + done.err, 'the screen');
  assertShown(journal(world), 'the journal');
}
