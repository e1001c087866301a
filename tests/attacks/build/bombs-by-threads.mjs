import { endsAtLimit, nodeTarget } from '../target.mjs';

export const goal = 'a program starts threads without end';

export async function run(world) {
  await endsAtLimit(world, nodeTarget(world, `
const { Worker } = require('node:worker_threads');
const start = () => { try { new Worker('setInterval(() => {}, 1000)', { eval: true }); } catch { /* again */ } setImmediate(start); };
start();
`), /more than 300 (processes and threads|MiB of memory)/);
}
