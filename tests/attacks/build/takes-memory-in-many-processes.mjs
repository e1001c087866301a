import { endsAtLimit, shellTarget } from '../target.mjs';

export const goal = 'many processes take memory, each little enough';

export async function run(world) {
  await endsAtLimit(world, shellTarget(world, `
for i in $(seq 60); do perl -e '$x = "x" x (20 << 20); sleep 1000' & done
wait
`), /more than 300 MiB of memory/);
}
