import { refusesPlanned } from '../words.mjs';

export const goal = 'a planner has a hook of a coding agent installed below a package';

export async function run(world) {
  await refusesPlanned(world, 'web/.claude/settings.json', JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', command: world.betray }] }] } }));
}
