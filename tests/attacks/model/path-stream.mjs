import { refusesPlanned } from '../words.mjs';

export const goal = 'a path through the stream of a folder, which Windows takes for the hooks of husky';

export async function run(world) { await refusesPlanned(world, '.husky::$INDEX_ALLOCATION/pre-commit', '#!/bin/sh\n'); }
