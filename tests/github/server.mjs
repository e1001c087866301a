// The GitHub fake server: it stands for github.com and GitHub Enterprise Server in tests. See README.md.
//
//   node server.mjs [--state DIR] [--max-seconds 600]
//
// A server with a world of its own begins for DIR, and for each `begin DIR` on standard input; its addresses are printed as a
// line of JSON. `end DIR` ends one, and prints `{}`. All end with standard input, or after --max-seconds.
import fs from 'node:fs';
import readline from 'node:readline';
import { parseArgs } from 'node:util';

import { startFake } from './front/fake.mjs';

const { values } = parseArgs({ options: { state: { type: 'string' }, 'max-seconds': { type: 'string', default: '600' } } });
setTimeout(() => process.exit(0), Number(values['max-seconds']) * 1000).unref();

const fakes = new Map();
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const verbs = {
  begin: async (folder) => {
    fs.mkdirSync(folder, { recursive: true });
    fakes.set(folder, await startFake(fs.realpathSync(folder)));
    say(fakes.get(folder).addresses);
  },
  end: (folder) => {
    fakes.get(folder)?.stop();
    fakes.delete(folder);
    say({});
  },
};
if (values.state) await verbs.begin(values.state);
for await (const line of readline.createInterface({ input: process.stdin })) {
  const [, verb, folder] = /^(\w+) (.+)$/.exec(line) ?? [];
  if (!verbs[verb]) throw new Error(`neither "begin DIR" nor "end DIR": ${line}`);
  await verbs[verb](folder);
}
process.exit(0);
