import { refusesPlanned } from '../words.mjs';

export const goal = 'a short name under which Windows knows the settings of agents';

export async function run(world) { await refusesPlanned(world, 'CLAUDE~1/settings.json', '{}\n'); }
