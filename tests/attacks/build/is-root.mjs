import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test is root or has capabilities';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
[ "$(id -u)" = 0 ] && got root
grep -E '^Cap(Inh|Prm|Eff|Bnd|Amb)' /proc/self/status | grep -v 0000000000000000 && got capabilities
grep -q 'NoNewPrivs:.*1' /proc/self/status || got new-privileges
`));
}
