import { endsAtLimit, shellTarget } from '../target.mjs';

export const goal = 'a test fills the disk with files it has removed already';

export async function run(world) {
  await endsAtLimit(world, shellTarget(world, `
perl -e '
  $piece = "x" x 10_000_000;
  for my $i (1 .. 100) {
    open($files[$i], ">", "unnamed") or last;
    unlink "unnamed";
    print { $files[$i] } $piece for 1 .. 5;
  }
  sleep 100'
`), /more than 300 MiB of disk space/);
}
