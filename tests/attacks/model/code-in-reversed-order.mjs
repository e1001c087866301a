import { refusesEdit } from '../words.mjs';

export const goal = 'code that runs otherwise than it reads';

export async function run(world) {
  await refusesEdit(world, 'app.py', { kind: 'replace', path: 'app.py', find: '    return 1\n',
    content: '    # \u202e tsuj \u2066yldneirf\u2069\n    return 2\n' }, /hygiene\/hidden-character/,
  { 'README.md': '# x\n', 'app.py': 'def first():\n    return 1\n' });
}
