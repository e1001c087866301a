import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test becomes root by set-user-id programs';
export const everyUser = true;

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
for p in su sudo pkexec newgrp chsh mount umount passwd; do
  command -v $p > /dev/null || continue
  case $p in
    su) su -c id 2> /dev/null | grep uid=0 && got su;;
    sudo) sudo -n id 2> /dev/null | grep uid=0 && got sudo;;
    mount) mount -t tmpfs none /tmp 2> /dev/null && got mount;;
  esac
done
cp /bin/sh ./root-shell && chmod 4755 ./root-shell && chown 0:0 ./root-shell 2> /dev/null && got set-user-id
`));
}
