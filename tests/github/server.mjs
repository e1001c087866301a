// The GitHub fake server: it stands for github.com and GitHub Enterprise Server in tests. See README.md.
//
//   node server.mjs --state DIR [--max-seconds 600]
//
// It prints its addresses as one line of JSON, and ends with its standard input or after --max-seconds.
import fs from 'node:fs';
import { parseArgs } from 'node:util';

import { startFake } from './front/fake.mjs';

const { values } = parseArgs({ options: { state: { type: 'string' }, 'max-seconds': { type: 'string', default: '600' } } });
if (!values.state) throw new Error('--state DIR is missing');
fs.mkdirSync(values.state, { recursive: true });
const fake = await startFake(fs.realpathSync(values.state));
process.stdout.write(`${JSON.stringify(fake.addresses)}\n`);
const end = () => { fake.stop(); process.exit(0); };
process.stdin.on('end', end).on('error', end).resume();
setTimeout(end, Number(values['max-seconds']) * 1000).unref();
