import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test speaks with a container engine';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
for f in /run/docker.sock /var/run/docker.sock /run/podman/podman.sock /run/containerd/containerd.sock /run/dbus/system_bus_socket /run/systemd/private; do
  [ -e $f ] && got sees-$f
done
ls -A /run 2> /dev/null | grep -q . && got sees-run
`));
}
