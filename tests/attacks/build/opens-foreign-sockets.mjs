import { achievesNothing, perlTarget } from '../target.mjs';

export const goal = 'a test opens AF_VSOCK, AF_ALG, packet and other sockets';

export async function run(world) {
  await achievesNothing(world, perlTarget(world, String.raw`
for my $family (3 .. 9, 11 .. 15, 17 .. 63) {
  got("family-$family") if syscall(41, $family, 1, 0) != -1 or $! != 97;
  got("masked-$family") if syscall(41, 0x100000000 + $family, 1, 0) != -1 or $! != 97;
}
got("audit") if syscall(41, 16, 3, 9) != -1 or $! != 97;
got("raw") if syscall(41, 2, 3, 255) != -1;
`));
}
