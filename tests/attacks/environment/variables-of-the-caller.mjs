import assert from 'node:assert/strict';
import path from 'node:path';
import { files } from '../state_folder.mjs';

export const goal = 'a command by the variables that git, shells and runtimes obey';

export async function run(world) {
  const repo = world.repo({ ...files, 'package.json': '{"name":"a","version":"1.0.0","scripts":{"test":"node -e 0"}}\n' });
  const script = path.join(world.folder, 'run.sh');
  world.write(world.folder, { 'run.sh': { text: `#!/bin/sh\n${world.betray}\n`, mode: 0o755 },
    'run.cjs': `require('fs').writeFileSync(${JSON.stringify(world.betrayed)}, '')\n` });
  const done = await world.pawl(['analyze', repo], { env: {
    BASH_ENV: script, ENV: script, SHELLOPTS: 'xtrace', PS4: `$(${world.betray})`, PROMPT_COMMAND: world.betray,
    NODE_OPTIONS: `--require ${path.join(world.folder, 'run.cjs')}`, PYTHONSTARTUP: script, PERL5OPT: '-Mevil',
    GIT_DIR: world.outside, GIT_WORK_TREE: world.outside, GIT_INDEX_FILE: path.join(world.outside, 'index'),
    GIT_EXTERNAL_DIFF: script, GIT_SSH_COMMAND: script, GIT_ASKPASS: script, GIT_EDITOR: script, GIT_PAGER: script,
    GIT_EXEC_PATH: world.folder, GIT_TEMPLATE_DIR: world.outside, GIT_TRACE: path.join(world.outside, 'trace'),
    GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: script,
    GIT_CONFIG_GLOBAL: script, PAGER: script, EDITOR: script, LD_LIBRARY_PATH: world.outside,
  } });
  assert.equal(done.code, 0, done.err);
}
