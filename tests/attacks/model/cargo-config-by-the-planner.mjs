import { refusesPlanned } from '../words.mjs';

export const goal = 'a planner names a program that cargo runs in the place of the linker';

export async function run(world) { await refusesPlanned(world, '.cargo/config.toml', '[build]\nrustc-wrapper = "./x.sh"\n'); }
