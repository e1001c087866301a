// Edits of files of settings by their lines: keys of YAML, tables of TOML, members of JSON, sections of INI.
import { indentOf, insertAt, replaceLine, replaceLines } from '../../source.mjs';
import { escaped } from './shapes.mjs';

// YAML: the first line with that key below the path of keys, e.g. ['jobs', '*', 'steps']; -1 when there is none.
export function keyAt(file, keys, from = 0, to = file.lines.length, indent = -1) {
  const [key, ...rest] = keys;
  let wanted = null;
  for (let at = from; at < to; ++at) {
    const line = file.lines[at];
    const head = /^(\s*)(- +)?("?[\w./*$-]+"?)\s*:(\s|$)/.exec(line);
    if (!head || /^\s*#/.test(line)) continue;
    const depth = head[1].length + (head[2]?.length ?? 0);
    if (depth <= indent) continue;
    if (wanted === null) wanted = depth;
    if (depth !== wanted || (key !== '*' && head[3].replace(/"/g, '') !== key)) continue;
    if (!rest.length) return at;
    const found = keyAt(file, rest, at + 1, blockEnd(file, at), depth);
    if (found >= 0) return found;
  }
  return -1;
}

// The first line behind what belongs to the key or item at a line.
export function blockEnd(file, at) {
  const head = /^(\s*)(- +)?/.exec(file.lines[at]);
  const indent = head[1].length + (head[2] ? 1 : 0);
  let to = at + 1;
  const inside = (line) => indentOf(line).length > head[1].length
    || (!head[2] && /^\s*- /.test(line) && indentOf(line).length >= indent && !/^\s*$/.test(line));
  let end = to;
  while (to < file.lines.length) {
    const line = file.lines[to];
    if (/^\s*$/.test(line) || /^\s*#/.test(line)) {
      ++to;
      continue;
    }
    if (!inside(line)) break;
    end = ++to;
  }
  return end;
}

const rename = (file, at, from, to) => (at < 0 ? null
  : replaceLine(file, at, file.lines[at].replace(new RegExp(`(^|[\\s"'-])${escaped(from)}(?=["']?\\s*[:=])`), `$1${to}`)));
// The key of a line written otherwise.
export const keyRenamed = (file, keys, to) => rename(file, keyAt(file, keys), keys[keys.length - 1], to);
// The value of a one-line key replaced; the key must have a value in its line.
export function valueReplaced(file, keys, value) {
  const at = keyAt(file, keys);
  return at < 0 || !/:\s+\S/.test(file.lines[at]) ? null : replaceLine(file, at, file.lines[at].replace(/:\s+.*$/, `: ${value}`));
}
// A key or item with its block replaced by lines of the same indent, and lines put behind or into it.
export function blockReplaced(file, keys, ...lines) {
  const at = keyAt(file, keys);
  if (at < 0) return null;
  const indent = indentOf(file.lines[at]);
  return replaceLines(file, at, blockEnd(file, at), ...lines.map((line) => indent + line));
}
export function putAfter(file, keys, ...lines) {
  const at = keyAt(file, keys);
  if (at < 0) return null;
  const indent = ' '.repeat(/^(\s*(?:- +)?)/.exec(file.lines[at])[1].length);
  return insertAt(file, blockEnd(file, at), ...lines.map((line) => indent + line));
}
export function putInto(file, keys, ...lines) {
  const at = keyAt(file, keys);
  if (at < 0 || !/:\s*(#.*)?$/.test(file.lines[at]) || blockEnd(file, at) === at + 1) return null;
  const indent = indentOf(file.lines[at + 1]);
  return /^\s*(#|$|- )/.test(file.lines[at + 1]) ? null : insertAt(file, at + 1, ...lines.map((line) => indent + line));
}

// TOML and INI: sections { name, at, to } with the keys in them { name, at, value }.
export function tablesOf(file) {
  const found = [];
  let current = null;
  let open = false;
  file.lines.forEach((line, at) => {
    if (open) {
      if (/"""|'''/.test(line)) open = false;
      return;
    }
    const head = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$/.exec(line);
    if (head && !/^\s/.test(line)) {
      current = { name: head[1], at, to: file.lines.length, keys: [], array: /^\s*\[\[/.test(line) };
      if (found.length) found[found.length - 1].to = at;
      found.push(current);
      return;
    }
    const key = /^([\w."'-]+)\s*[=:]\s*(.*)$/.exec(line);
    if (key && current) current.keys.push({ name: key[1], at, value: key[2] });
    if (((line.match(/"""|'''/g) ?? []).length % 2) === 1) open = true;
  });
  for (const table of found) while (table.to > table.at + 1 && /^\s*(#.*)?$/.test(file.lines[table.to - 1])) --table.to;
  return found;
}
export const tableOf = (file, name) => tablesOf(file).find((table) => table.name === name);
export const keyOf = (file, table, name) => tableOf(file, table)?.keys.find((key) => key.name === name);
export const keyPut = (file, table, ...lines) => {
  const found = tableOf(file, table);
  return found && !found.array ? insertAt(file, found.at + 1, ...lines) : null;
};
export function keySet(file, table, name, line) {
  const key = keyOf(file, table, name);
  if (!key || !oneLine(key.value)) return null;
  return replaceLine(file, key.at, line);
}
const oneLine = (value) => /^("[^"]*"|'[^']*'|[\w.+:-]+|\[[^\[]*\]|\{.*\})\s*(#.*)?$/.test(value);
export const tableRenamed = (file, from, to) => {
  const table = tableOf(file, from);
  return table ? replaceLine(file, table.at, file.lines[table.at].replace(from, to)) : null;
};
export const tableAdded = (file, ...lines) => `${file.text.trimEnd()}\n\n${lines.join('\n')}\n`;

// JSON: members of the first level, and of one below: { key, at, to, line }, of files that are indented as usual.
export function membersOf(file, parent = null) {
  const indent = /^\{\s*\n([ \t]+)"/.exec(file.text)?.[1];
  if (!indent) return [];
  const depth = parent ? indent + indent : indent;
  let [from, end] = [0, file.lines.length];
  if (parent) {
    const outer = membersOf(file).find((member) => member.key === parent);
    if (!outer || outer.to === outer.at + 1) return [];
    [from, end] = [outer.at + 1, outer.to - 1];
  }
  const found = [];
  for (let at = from; at < end; ++at) {
    const head = new RegExp(`^${depth}"([^"]+)"\\s*:`).exec(file.lines[at]);
    if (!head) continue;
    let to = at + 1;
    while (to < end && !new RegExp(`^${depth}"`).test(file.lines[to]) && !(parent === null && /^\}/.test(file.lines[to]))) ++to;
    found.push({ key: head[1], at, to, line: file.lines[at], indent: depth });
  }
  return found;
}
export const memberOf = (file, key, parent = null) => membersOf(file, parent).find((member) => member.key === key);

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The object written again in the indent of the file, when that alone would change nothing.
export function withObject(file, change) {
  const object = parsed(file.text);
  const indent = /^\{\s*\n([ \t]+)"/.exec(file.text)?.[1] ?? '  ';
  const end = /\n$/.test(file.text) ? '\n' : '';
  const whole = (value) => JSON.stringify(value, null, indent) + end;
  if (!object || Array.isArray(object)) return null;
  const same = whole(object) === file.text;
  const copy = JSON.parse(file.text);
  if (change(copy) === null) return null;
  const text = whole(copy);
  if (text === whole(object)) return null;
  return same ? text : merged(file, object, copy, indent);
}

// For a file in another layout: only the members that differ are written anew, of the first level or of one below.
function merged(file, before, after, indent) {
  const differs = (one, other) => Object.keys(other).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
  const lost = (one, other) => Object.keys(one).some((key) => !(key in other));
  const keys = differs(before, after);
  if (keys.length !== 1 || lost(before, after)) return null;
  const [key] = keys;
  const maps = [before[key], after[key]].every((value) => value !== null && typeof value === 'object' && !Array.isArray(value));
  const inner = maps && !lost(before[key], after[key]) ? differs(before[key], after[key]) : [];
  return inner.length === 1 ? written(file, inner[0], after[key][inner[0]], indent, key) ?? written(file, key, after[key], indent)
    : written(file, key, after[key], indent);
}
function written(file, key, value, indent, parent = null) {
  const depth = parent ? indent + indent : indent;
  const lines = JSON.stringify(value, null, indent).split('\n').map((line, at) =>
    (at ? depth + line : `${depth}${JSON.stringify(key)}: ${line}`));
  const member = memberOf(file, key, parent);
  if (!member) {
    const first = membersOf(file, parent)[0];
    return first ? insertAt(file, first.at, `${lines.join('\n')},`) : null;
  }
  if (/,\s*$/.test(file.lines[member.to - 1])) lines[lines.length - 1] += ',';
  return replaceLines(file, member.at, member.to, ...lines);
}
