import { refusesPlanned } from '../words.mjs';

export const goal = 'a planner has a pipeline written for a CI system that no rule of old knew';

export async function run(world) { await refusesPlanned(world, '.forgejo/workflows/x.yml', 'on: push\njobs: {}\n'); }
