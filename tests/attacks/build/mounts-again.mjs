import { achievesNothing, perlTarget } from '../target.mjs';

export const goal = 'a test mounts, moves or remounts what it is confined to';

export async function run(world) {
  await achievesNothing(world, perlTarget(world, String.raw`
got("remount") if syscall(165, (my $s1 = "none"), (my $s2 = "/usr"), (my $s3 = "none"), 0x20 | 0x1000, 0) != -1 or $! != 1;
got("umount") if syscall(166, (my $s4 = "/proc/sys"), 2) != -1 or $! != 1;
got("pivot") if syscall(155, (my $s5 = "/tmp"), (my $s6 = "/tmp")) != -1 or $! != 1;
got("chroot") if syscall(161, (my $s7 = "/tmp")) != -1 or $! != 1;
got("open_tree") if syscall(428, -100, (my $s8 = "/"), 1) != -1 or $! != 1;
got("fsopen") if syscall(430, (my $s9 = "tmpfs"), 0) != -1 or $! != 1;
got("setattr") if syscall(442, -100, (my $s10 = "/usr"), 0, 0, 0) != -1 or $! != 1;
got("by_handle") if syscall(304, -1, 0, 0) != -1 or $! != 1;
`));
}
