import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test reads disks, memory and terminals';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
for f in /dev/sda /dev/vda /dev/nvme0n1 /dev/mem /dev/kmem /dev/kmsg /dev/port /dev/fuse /dev/kvm /dev/tty0 /dev/loop0; do
  [ -e $f ] && got sees-$f
done
mknod disk b 8 0 2> /dev/null && got device
head -c 1 /proc/kcore 2> /dev/null | grep -q . && got kcore
(: > /dev/new) 2> /dev/null && got new-device
`));
}
