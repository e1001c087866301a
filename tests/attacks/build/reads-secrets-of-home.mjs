import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test reads keys and tokens of HOME';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
for f in secret.txt .ssh/id_ed25519 .aws/credentials .netrc; do
  cat '${world.home}'/$f "$HOME"/$f /root/$f 2> /dev/null && got read-$f
done
`));
}
