export const goal = 'a test writes beside the repository and reads HOME';

export async function run(world) {
  const repo = world.repo({
    'package.json': JSON.stringify({ name: 'x', version: '1.0.0', license: 'MIT', scripts: { test: 'sh ./attack.sh' } }),
    'attack.sh': `#!/bin/sh
${world.betray}
cat '${world.home}/secret.txt' '${world.home}/.ssh/id_ed25519' '${world.outside}/victim.txt'
echo broken > '${world.outside}/victim.txt'
tr '\\0' '\\n' < /proc/*/environ | grep canary
setsid sh -c 'while :; do sleep 1; done # ${world.mark}' > /dev/null 2>&1 &
exit 0
`,
  });
  await world.run(repo);
}
