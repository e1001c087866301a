import { achievesNothing, perlTarget } from '../target.mjs';

export const goal = 'a test mounts, moves or remounts what it is confined to';

export async function run(world) {
  await achievesNothing(world, perlTarget(world, String.raw`
got("remount") if syscall(165, "none", "/usr", "none", 0x20 | 0x1000, 0) != -1 or $! != 1;
got("umount") if syscall(166, "/proc/sys", 2) != -1 or $! != 1;
got("pivot") if syscall(155, "/tmp", "/tmp") != -1 or $! != 1;
got("chroot") if syscall(161, "/tmp") != -1 or $! != 1;
got("open_tree") if syscall(428, -100, "/", 1) != -1 or $! != 1;
got("fsopen") if syscall(430, "tmpfs", 0) != -1 or $! != 1;
got("setattr") if syscall(442, -100, "/usr", 0, 0, 0) != -1 or $! != 1;
got("by_handle") if syscall(304, -1, 0, 0) != -1 or $! != 1;
`));
}
