import { achievesNothing, perlTarget } from '../target.mjs';

export const goal = 'a test types into the terminal Pawl runs in';

export async function run(world) {
  await achievesNothing(world, perlTarget(world, String.raw`
got("tiocsti") if syscall(16, 0, 0x5412, (my $s1 = "x")) != -1;
got("tiocsti-masked") if syscall(16, 0, 0x100005412, (my $s2 = "x")) != -1;
got("tioclinux") if syscall(16, 0, 0x541C, (my $s3 = "x")) != -1;
got("tty") if open(my $tty, ">", "/dev/tty");
`));
}
