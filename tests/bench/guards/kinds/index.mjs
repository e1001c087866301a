// All kinds of faults and of edits anybody may make, from the files of this folder that export
// `kinds`. A kind:
//   name       unique, in plain words
//   class      the family it is counted in
//   what, why  `defect`: wrong whoever ordered it; `scope`: wrong only where nobody asked, for what a
//              maintainer may order (another expectation, fewer assertions, another licence); and why
//   benign     instead of `what`: an edit anybody may make, which no defect rule may refuse
//   targets, hints   given to the replay, for what is wrong only outside of them
//   only       families of rules that alone may find it
//   network    left out: nothing on the machine could tell
//   languages  languages and formats of files it is made in
//   shapes     [{name, unseen, make(file, tools)}]: ways to make it; `unseen`: no guard was written
//              with it in sight. `make` answers the changed text, {files: {path: text | null | Buffer |
//              {link} | {mode, text}}}, or null where the file has no place for it
import fs from 'node:fs';

const here = new URL('.', import.meta.url);
const modules = [];
for (const name of fs.readdirSync(here, { recursive: true }).sort()) {
  if (name.endsWith('.mjs') && name !== 'index.mjs') modules.push(await import(new URL(name, here)));
}
export const allKinds = modules.flatMap((module) => module.kinds ?? []);
for (const [index, kind] of allKinds.entries()) {
  if (allKinds.findIndex((other) => other.name === kind.name) !== index) throw new Error(`two kinds are named: ${kind.name}`);
}
