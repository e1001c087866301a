import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test connects to a server of this machine';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
(exec 3<> /dev/tcp/127.0.0.1/${world.port}) 2> /dev/null && got connected
node -e "require('net').connect(${world.port}, '127.0.0.1', () => { console.log('not ok - connected'); process.exit() }).on('error', () => process.exit())"
node -e "require('dgram').createSocket('udp4').send('x', 53, '192.0.2.1', (error) => { if (!error) console.log('not ok - sent'); process.exit() })"
`));
}
