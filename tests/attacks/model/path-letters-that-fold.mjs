import { refusesPlanned } from '../words.mjs';

export const goal = 'a path spelled with the Kelvin sign, which macOS takes for the hooks of husky';

export async function run(world) { await refusesPlanned(world, '.hus\u212ay/pre-commit', '#!/bin/sh\n'); }
