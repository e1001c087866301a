import { endsAtLimit, shellTarget } from '../target.mjs';

export const goal = 'a test fills the disk with files';

export async function run(world) {
  await endsAtLimit(world, shellTarget(world, `
i=0
while :; do head -c 50000000 /dev/zero > "fill-$i"; i=$((i + 1)); done
`), /more than 300 MiB of disk space/);
}
