import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test makes a user namespace in which it is root';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
unshare -U true 2> /dev/null && got user
unshare -Ur sh -c 'mount -t tmpfs none /mnt' 2> /dev/null && got mount
unshare -m true 2> /dev/null && got mount-namespace
unshare -n true 2> /dev/null && got net
bwrap --unshare-all --ro-bind / / true 2> /dev/null && got bubblewrap
`));
}
