import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test kills Pawl, its supervisor or the sandbox';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
kill -9 -1 2> /dev/null
kill -9 $PPID 1 2> /dev/null
for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline | grep -E 'pawl (run|analyze|guard)' && got sees-pawl; done
`));
}
