import { achievesNothing, perlTarget } from '../target.mjs';

export const goal = 'a test reads keys of the kernel keyring';

export async function run(world) {
  await achievesNothing(world, perlTarget(world, String.raw`
got("keyctl") if syscall(250, 0, -3, 1) != -1;
got("add_key") if syscall(248, (my $s1 = "user"), (my $s2 = "x"), (my $s3 = "y"), 1, -2) != -1;
got("request_key") if syscall(249, (my $s4 = "user"), (my $s5 = "x"), 0, 0) != -1;
`));
}
