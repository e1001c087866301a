import { achievesNothing, perlTarget } from '../target.mjs';

export const goal = 'a test sets the clock, reboots, loads modules, swaps';

export async function run(world) {
  await achievesNothing(world, perlTarget(world, String.raw`
my $time = pack("q2", 0, 0);
got("settimeofday") if syscall(164, $time, 0) != -1 or $! != 1;
got("clock_settime") if syscall(227, 0, $time) != -1 or $! != 1;
got("reboot") if syscall(169, 0xfee1dead, 672274793, 0x89ABCDEF) != -1 or $! != 1;
got("init_module") if syscall(175, 0, 0, (my $s1 = "")) != -1 or $! != 1;
got("swapon") if syscall(167, (my $s2 = "/tmp"), 0) != -1 or $! != 1;
got("syslog") if syscall(103, 3, 0, 0) != -1 or $! != 1;
got("acct") if syscall(163, (my $s3 = "/tmp/x")) != -1 or $! != 1;
`));
}
