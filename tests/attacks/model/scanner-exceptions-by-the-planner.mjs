import { refusesPlanned } from '../words.mjs';

export const goal = 'a planner has the exceptions of the secret scanner rewritten';

export async function run(world) { await refusesPlanned(world, '.gitleaksignore', 'README.md:generic:1\n'); }
