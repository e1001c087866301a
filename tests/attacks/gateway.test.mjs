import { runAttacks } from './lib.mjs';

await runAttacks('gateway');
