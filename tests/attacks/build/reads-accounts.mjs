import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test reads the names and hashes of this machine\'s users';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
cat /etc/shadow /etc/gshadow /etc/sudoers /etc/ssh/* 2> /dev/null | grep -q . && got read-hashes
cut -d: -f1 /etc/passwd | grep -vxE 'root|user|nobody' && got sees-users
ls /home /root 2> /dev/null | grep -vxE 'user|/home:|/root:|' && got sees-homes
`));
}
