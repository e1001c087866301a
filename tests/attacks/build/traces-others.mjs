import { achievesNothing, perlTarget } from '../target.mjs';

export const goal = 'a test traces the sandbox\'s first process and reads its memory';

export async function run(world) {
  await achievesNothing(world, perlTarget(world, String.raw`
got("attach") if syscall(101, 16, 1, 0, 0) != -1;
got("seize") if syscall(101, 0x4206, 1, 0, 0) != -1;
got("vm_readv") if syscall(310, 1, 0, 0, 0, 0, 0) != -1 or $! != 1;
got("memory") if open(my $memory, "<", "/proc/1/mem") and sysread($memory, my $byte, 1);
my $fd = syscall(434, 1, 0);
got("getfd") if $fd != -1 and syscall(438, $fd, 0, 0) != -1;
`));
}
