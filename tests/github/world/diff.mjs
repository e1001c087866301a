// What changed between two commits: files with their patches, and where in a diff a comment may stand.
import { git, mergeBase } from './git.mjs';

const kStatuses = { A: 'added', D: 'removed', M: 'modified', R: 'renamed', C: 'copied', T: 'changed' };
// Files of a comparison beyond that are left out, as GitHub does.
export const kFilesMax = 3000;

// Each file: { path, before, status, additions, deletions, sha, patch } in the order of git.
export function filesBetween(repo, from, to) {
  const key = `${from}..${to}`;
  repo.diffs ??= new Map();
  if (!repo.diffs.has(key)) repo.diffs.set(key, readFiles(repo, from, to));
  return repo.diffs.get(key);
}

function readFiles(repo, from, to) {
  const range = [from, to];
  const raw = git(repo.folder, ['diff', '--raw', '--no-abbrev', '-M', '-z', ...range]).split('\0');
  const files = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [, , , sha, letter] = raw[at].split(' ');
    const moved = /^[RC]/.test(letter);
    const before = raw[at + 1];
    if (moved) at += 1;
    files.push({ path: raw[at + 1], before, sha, status: kStatuses[letter[0]] ?? 'changed', additions: 0, deletions: 0 });
  }
  const patches = patchesOf(git(repo.folder, ['diff', '-M', ...range]));
  for (const [index, file] of files.entries()) {
    file.patch = patches[index] ?? null;
    for (const line of file.patch?.split('\n') ?? []) {
      if (line.startsWith('+')) file.additions += 1;
      if (line.startsWith('-')) file.deletions += 1;
    }
  }
  return files;
}

// The hunks of each file, in order; null for files without (binary, renamed only).
function patchesOf(text) {
  return text.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git ')).map((part) => {
    const start = part.search(/^@@ /m);
    return start < 0 ? null : part.slice(start).replace(/\n$/, '');
  });
}

export const diffText = (repo, from, to) => git(repo.folder, ['diff', '-M', from, to], { raw: true });
export const patchText = (repo, from, to) => git(repo.folder, ['format-patch', '--stdout', `${from}..${to}`], { raw: true });

// A pull's diff begins where its branch left the base.
export function pullRange(repo, baseSha, headSha) {
  return [mergeBase(repo, baseSha, headSha) ?? baseSha, headSha];
}

// The lines of a patch: { position, left, right, text, hunk }, where left and right are line numbers or null.
export function patchLines(patch) {
  const found = [];
  let left = 0;
  let right = 0;
  let hunk = -1;
  for (const [index, text] of (patch ?? '').split('\n').entries()) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (header) {
      left = Number(header[1]);
      right = Number(header[2]);
      hunk += 1;
      found.push({ position: index, left: null, right: null, text, hunk });
    } else if (text.startsWith('\\')) {
      found.push({ position: index, left: null, right: null, text, hunk });
    } else {
      const sides = text[0] === '+' ? [null, right] : text[0] === '-' ? [left, null] : [left, right];
      found.push({ position: index, left: sides[0], right: sides[1], text, hunk });
      if (sides[0] !== null) left += 1;
      if (sides[1] !== null) right += 1;
    }
  }
  return found;
}

// The line of a patch that a comment on `side` and `line` is about; null if the diff does not show it.
export function lineInPatch(patch, side, line) {
  return patchLines(patch).find((one) => (side === 'LEFT' ? one.left : one.right) === line) ?? null;
}

// The part of a patch a comment shows: from its hunk's header to its line.
export function hunkUpTo(patch, position) {
  const lines = patch.split('\n');
  let start = position;
  while (start > 0 && !lines[start].startsWith('@@ ')) start -= 1;
  return lines.slice(start, position + 1).join('\n');
}

// Where a line of `from` is in `to`; null if it was changed there.
export function followLine(repo, path, line, from, to) {
  if (from === to) return line;
  const text = git(repo.folder, ['diff', '-M', '-U0', from, to, '--', path]);
  let shift = 0;
  for (const [, old, oldCount = '1', , newCount = '1'] of text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)) {
    const start = Number(old);
    const count = Number(oldCount);
    if (count === 0 ? start >= line : start > line) break;
    if (count > 0 && line < start + count) return null;
    shift += Number(newCount) - count;
  }
  return line + shift;
}
