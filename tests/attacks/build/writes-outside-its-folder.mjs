import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test writes beside the repository';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
# Its own /tmp is a memory of its own, where nobody else sees what it makes.
${world.betray} 2> /dev/null
(echo broken > '${world.outside}/victim.txt') 2> /dev/null && got wrote-victim
(echo new > '${world.outside}/new') 2> /dev/null && got wrote-new
for f in /usr/x /etc/x /x /var/x /root/x /home/x; do (echo new > $f) 2> /dev/null && got wrote-$f; done
`));
}
