import { refusesPlanned } from '../words.mjs';

export const goal = 'a planner has the hook manager of the repository reconfigured';

export async function run(world) {
  await refusesPlanned(world, 'lefthook.yml', 'pre-commit:\n  commands:\n    x:\n      run: ./x.sh\n',
    { 'README.md': '# x\n', 'lefthook.yml': 'pre-commit: {}\n' }, 'modify');
}
