import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test sets the kernel\'s core pattern as root, to run a program outside';
export const everyUser = true;

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
for f in $(find /proc/sys /proc/irq /proc/bus -type f 2> /dev/null) /proc/sysrq-trigger /sys/kernel/uevent_helper /proc/self/oom_score_adj_; do
  (: >> $f) 2> /dev/null && got writable-$f
done
(echo '|/bin/touch ${world.betrayed}' > /proc/sys/kernel/core_pattern) 2> /dev/null && got core-pattern
`));
}
