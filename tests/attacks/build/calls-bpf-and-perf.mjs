import { achievesNothing, perlTarget } from '../target.mjs';

export const goal = 'a test loads programs into the kernel or watches it';

export async function run(world) {
  await achievesNothing(world, perlTarget(world, String.raw`
my $attr = "\0" x 128;
got("bpf") if syscall(321, 0, $attr, 128) != -1 or $! != 1;
got("perf") if syscall(298, $attr, 0, -1, -1, 0) != -1 or $! != 1;
got("userfaultfd") if syscall(323, 1) != -1 or $! != 1;
got("io_uring") if syscall(425, 1, $attr) != -1 or $! != 38;
got("fanotify") if syscall(300, 0, 0) != -1 or $! != 1;
`));
}
