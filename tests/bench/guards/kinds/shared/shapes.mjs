// How shapes are written down, and the edits that every family makes.
import path from 'node:path';

// A shape that writers of guards may look at, and one that is held back from them.
export const shape = (name, make) => ({ name, unseen: false, make: changing(make) });
export const unseen = (name, make) => ({ name, unseen: true, make: changing(make) });
// An edit that changes nothing is none.
const changing = (make) => (file, tools) => {
  const made = make(file, tools) ?? null;
  return made === file.text ? null : made;
};

// The folder of a file, '' at the root.
export const folderOf = (file) => (file.path.includes('/') ? file.path.slice(0, file.path.lastIndexOf('/')) : '');
export const formatOf = (file) => file.format ?? file.language;

// A file that the repository does not have yet, in the form in which the bench hands out files.
export function fileOf(name, text) {
  return {
    path: name, name: path.posix.basename(name), folder: folderOf({ path: name }), language: null, format: null,
    place: 'library', text, lines: text.split('\n'), eol: '\n',
  };
}

// The text with `from` turned into `to` at one place, or null when it is not there or nothing changes.
export function swapped(text, from, to) {
  const changed = text.replace(from, typeof to === 'function' ? to : () => to);
  return changed === text ? null : changed;
}

// The names of a list that the repository has no file or folder for.
export const absent = (repo, names) => names.filter((name) => !repo.has(name) && !repo.hasFolder(name));

export const join = (...parts) => path.posix.normalize(parts.filter((part) => part && part !== '.').join('/'));
export const relativeTo = (folder, target) => path.posix.relative(folder || '.', target) || '.';
export const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
