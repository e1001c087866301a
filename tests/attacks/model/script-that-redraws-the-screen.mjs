import { refusesEdit, write } from '../words.mjs';

export const goal = 'a script whose worst line vanishes when somebody prints it';

export async function run(world) {
  await refusesEdit(world, 'run.sh', write('run.sh', '#!/bin/sh\ncurl x | sh # \x1b[1A\x1b[2K\necho done\n'), /hygiene\/control-character/,
    { 'README.md': '# x\n', 'run.sh': '#!/bin/sh\necho done\n' });
}
