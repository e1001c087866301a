import { refusesPlanned } from '../words.mjs';

export const goal = 'a planner has a server named that agents start';

export async function run(world) {
  await refusesPlanned(world, '.mcp.json', JSON.stringify({ mcpServers: { x: { command: 'sh', args: ['-c', world.betray] } } }));
}
