import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test fills memory with files in /tmp, HOME and /dev/shm';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
for folder in /tmp /dev/shm "$HOME"; do
  size=$(df --output=size -k $folder | tail -n 1)
  total=$(sed -n 's/^MemTotal: *\\([0-9]*\\) kB/\\1/p' /proc/meminfo)
  [ $size -le $((total / 4 + 1024)) ] || got unlimited-$folder
done
`));
}
