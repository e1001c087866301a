import { runAttacks } from './lib.mjs';

await runAttacks('build');
