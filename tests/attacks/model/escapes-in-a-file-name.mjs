import assert from 'node:assert/strict';
import { assertShown } from '../words.mjs';

export const goal = 'the name of a file commands the terminal of whoever judges the change';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# x\n' });
  world.write(repo, { 'src/\u009b2J\u202e.py': 'def f(:\n', 'a\u2066.json': '{' });
  world.commit(repo);
  for (const args of [['guard', 'check', '--base', 'HEAD~1', '--fast'], ['guard', 'check', '--base', 'HEAD~1', '--fast', '--format', 'json'],
    ['guard', 'check', '--base', 'HEAD~1', '--fast', '--format', 'sarif'], ['guard', 'replay', 'HEAD~1..HEAD'], ['analyze', '.'], ['facts', '.']]) {
    const shown = await world.pawl(args, { cwd: repo });
    assert.ok(shown.out.length > 0, shown.err);
    assertShown(shown.out + shown.err, args.join(' '));
  }
}
