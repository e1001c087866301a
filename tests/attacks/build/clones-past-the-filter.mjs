import { achievesNothing, perlTarget } from '../target.mjs';

export const goal = 'a test makes a namespace by clone and clone3 with flags the filter must see';

export async function run(world) {
  await achievesNothing(world, perlTarget(world, String.raw`
for my $flag (0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x08000000, 0x04000000, 0x02000000) {
  my $pid = syscall(56, $flag | 17, 0, 0, 0, 0);
  if ($pid == 0) { exit 0 }
  got(sprintf("clone-%x", $flag)) if $pid != -1;
  got(sprintf("unshare-%x", $flag)) if syscall(272, $flag) != -1;
}
my $args = pack("Q11", 0x10000000, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0);
my $pid = syscall(435, $args, 88);
if ($pid == 0) { exit 0 }
got("clone3") if $pid != -1 or $! != 38;
`));
}
