// Parts of a file as patches show them.
import { blockOf } from './places.mjs';

export const body = (file) => file.text.replace(/\n*$/, '');

// A block as it was and as a model would have it: some lines of it, one of them doubled by a changed one.
export function twoVersions(file, tools) {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  const to = Math.min(block.to, block.from + 4);
  const old = file.lines.slice(block.from, to);
  const last = old.length - 1;
  const fresh = [...old.slice(0, last), old[last].replace(/(\w+)(\W*)$/, '$1_2$2')];
  return { from: block.from, to, old, fresh };
}

// A few lines of a block.
export const signOf = (file, tools) => {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  return { ...block, to: Math.min(block.to, block.from + 3 + Math.floor(tools.random() * 4)) };
};
