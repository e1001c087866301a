import { refusesPlanned } from '../words.mjs';

export const goal = 'a path with a mark that HFS+ ignores, which macOS takes for .git';

export async function run(world) { await refusesPlanned(world, '.g\u200eit/hooks/post-checkout', '#!/bin/sh\n'); }
