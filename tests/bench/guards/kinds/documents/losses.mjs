// What a rewrite of a document loses on its way.
import { replaceLines, without } from '../../source.mjs';
import { shape, unseen } from '../shared/shapes.mjs';
import { codeBlocks, isHistory, isMarkdown, isPage, isPaper, lists, paragraphs, sections, tables } from './parts.mjs';
import { licence } from './claims.mjs';

const inPage = (make, least = 20) => (file, tools) => (isPage(file) && file.lines.length >= least ? make(file, tools) : null);
const ended = (lines) => `${lines.join('\n').trimEnd()}\n`;

const cut = {
  name: 'document cut off', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'it ends in the middle of a sentence, a block or a table, as a text does that ran out of room',
  shapes: [
    shape('in the middle of a sentence', inPage((file, tools) => {
      const place = tools.pick(paragraphs(file).slice(1).filter((one) => file.lines[one.to - 1].split(' ').length > 5));
      if (!place) return null;
      const words = file.lines[place.to - 1].split(' ');
      return `${[...file.lines.slice(0, place.to - 1), words.slice(0, Math.floor(words.length / 2)).join(' ')].join('\n')}\n`;
    })),
    shape('in the middle of a block of code', inPage((file, tools) => {
      const place = tools.pick(codeBlocks(file).slice(1).filter((one) => isMarkdown(file) && one.last - one.first > 1));
      return place ? ended(file.lines.slice(0, place.first + 1)) : null;
    })),
    shape('behind a heading', inPage((file, tools) => {
      const place = tools.pick(sections(file).slice(2));
      return place && place.to > place.body + 2 ? ended(file.lines.slice(0, place.body)) : null;
    })),
    unseen('in the middle of a link', inPage((file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (index > 10 && /\]\(https?:/.test(line) ? [index] : [])));
      return at === undefined ? null
        : `${[...file.lines.slice(0, at), file.lines[at].replace(/(\]\(https?:\/\/\w{2}).*$/, '$1')].join('\n')}\n`;
    })),
    unseen('emptied', inPage(() => '')),
    unseen('only its heading left', inPage((file) => {
      const first = sections(file)[0];
      return first && first.from < 5 ? ended(file.lines.slice(0, first.body)) : null;
    })),
    unseen('the first half lost', inPage((file) => {
      const at = Math.floor(file.lines.length / 2);
      return /^(\s*$|[#.=-])/.test(file.lines[at]) ? null : file.lines.slice(at).join('\n');
    }, 40)),
  ],
};

const withSection = (choose, make) => inPage((file, tools) => {
  const place = tools.pick(choose(sections(file).filter((one) => one.from > 0 && one.to - one.body > 4)));
  return place ? make(file, place) : null;
});
const lostSection = {
  name: 'section lost', class: 4, what: 'scope', languages: ['markdown', 'rst'],
  why: 'what it describes is still there, and nobody asked for its removal',
  shapes: [
    shape('any section', withSection((all) => all, (file, place) => without(file, place.from, place.to))),
    shape('the last one', withSection((all) => all.slice(-1), (file, place) => ended(file.lines.slice(0, place.from)))),
    shape('its text, heading kept', withSection((all) => all,
      (file, place) => replaceLines(file, place.body, place.to, '', 'See the documentation for details.', ''))),
    unseen('how to install', withSection((all) => all.filter((one) => /install|setup|getting started|quick ?start/i.test(one.title)),
      (file, place) => without(file, place.from, place.to))),
    unseen('how to contribute, or the licence',
      withSection((all) => all.filter((one) => /contribut|develop|licen[cs]e|test|support/i.test(one.title)),
      (file, place) => without(file, place.from, place.to))),
    unseen('all sections of the third level', inPage((file) => {
      const all = sections(file).filter((one) => one.level === 3);
      if (all.length < 2) return null;
      const gone = new Set(all.flatMap((one) => Array.from({ length: one.to - one.from }, (_, at) => one.from + at)));
      return file.lines.filter((_, at) => !gone.has(at)).join('\n');
    })),
    unseen('entries of old releases', (file, tools) => {
      if (!isPaper(file) || !isHistory(file)) return null;
      const all = sections(file).filter((one) => /\d+\.\d+/.test(one.title));
      const place = tools.pick(all.slice(1));
      return place ? ended(file.lines.slice(0, place.from)) : null;
    }),
  ],
};

const withBlock = (make) => inPage((file, tools) => {
  const place = tools.pick(codeBlocks(file).filter((one) => one.last - one.first > 1));
  return place ? make(file, place) : null;
});
const lostExample = {
  name: 'example lost', class: 4, what: 'scope', languages: ['markdown', 'rst'],
  why: 'readers copy it; nobody asked for its removal',
  shapes: [
    shape('a block of code', withBlock((file, place) => without(file, place.from, place.to))),
    shape('all blocks', inPage((file) => {
      const all = codeBlocks(file);
      const gone = new Set(all.flatMap((one) => Array.from({ length: one.to - one.from }, (_, at) => one.from + at)));
      return all.length < 2 ? null : file.lines.filter((_, at) => !gone.has(at)).join('\n');
    })),
    shape('a sentence in its place', withBlock((file, place) => (place.indent === '' || !isMarkdown(file)
      ? replaceLines(file, place.from, place.to, 'Run the usual commands for your platform.') : null))),
    unseen('half of its lines', withBlock((file, place) => (place.last - place.first > 3
      ? without(file, place.first + Math.ceil((place.last - place.first) / 2), place.last) : null))),
    unseen('block in which only a comment stays',
      withBlock((file, place) => replaceLines(file, place.first, place.last, `${place.indent}# example`))),
    unseen('expected output', inPage((file, tools) => {
      const place = tools.pick(codeBlocks(file).filter((one) => /^(console|text|output|pycon)$/.test(one.info)
        && one.last - one.first > 2));
      return place ? without(file, place.first + 1, place.last) : null;
    })),
  ],
};

const emptied = {
  name: 'block of code without its code', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the text announces an example and shows an empty frame',
  shapes: [
    shape('empty', withBlock((file, place) => (isMarkdown(file) ? without(file, place.first, place.last) : null))),
    shape('directive without a body', withBlock((file, place) => (isMarkdown(file) ? null : without(file, place.first, place.last)))),
    shape('three dots', withBlock((file, place) => replaceLines(file, place.first, place.last, `${place.indent}...`))),
    unseen('blank lines', withBlock((file, place) => replaceLines(file, place.first, place.last, '', ''))),
    unseen('prompt without a command',
      withBlock((file, place) => (/^(sh|bash|console|shell)$/.test(place.info)
        ? replaceLines(file, place.first, place.last, `${place.indent}$ `) : null))),
    unseen('your code here', withBlock((file, place) => replaceLines(file, place.first, place.last, `${place.indent}# your code here`))),
  ],
};

const summary = (file, name) => [`${name} is a powerful and easy to use library.`, '',
  'It offers many features and is fast, flexible and well documented.'];
const shrunk = {
  name: 'document shrunk', class: 4, what: 'scope', languages: ['markdown', 'rst'],
  why: 'what readers looked up there is gone, and nobody asked for less',
  shapes: [
    shape('to a summary', inPage((file) => {
      const first = sections(file)[0];
      return first ? ended([...file.lines.slice(0, first.body), '', ...summary(file, first.title)]) : null;
    }, 40)),
    shape('only the first paragraph of each section', inPage((file) => {
      const all = sections(file);
      const kept = all.flatMap((one) => {
        const place = paragraphs(file).find((part) => part.from >= one.body && part.to <= one.next);
        return [...file.lines.slice(one.from, one.body), '', ...(place ? file.lines.slice(place.from, place.to) : []), ''];
      });
      return all.length > 3 && kept.length < file.lines.length * 0.7 ? ended([...file.lines.slice(0, all[0].from), ...kept]) : null;
    }, 40)),
    shape('only the last section written anew', inPage((file) => {
      const all = sections(file);
      return all.length > 4 ? ended([...file.lines.slice(0, all[0].body), '', ...file.lines.slice(all[all.length - 1].from)]) : null;
    }, 40)),
    unseen('bullets in place of paragraphs', inPage((file) => {
      const all = sections(file).filter((one) => one.level > 1);
      return all.length > 3 ? ended([...file.lines.slice(0, sections(file)[0].body), '', ...all.map((one) => `- ${one.title}`)]) : null;
    }, 40)),
    unseen('a link in place of the text', inPage((file) => {
      const first = sections(file)[0];
      return first ? ended([...file.lines.slice(0, first.body), '', 'The documentation has moved to the wiki.']) : null;
    }, 40)),
    unseen('every second paragraph', inPage((file) => {
      const all = paragraphs(file).filter((_, index) => index % 2);
      const gone = new Set(all.flatMap((one) => Array.from({ length: one.to - one.from + 1 }, (_, at) => one.from + at)));
      return all.length > 3 ? file.lines.filter((_, at) => !gone.has(at)).join('\n') : null;
    }, 40)),
  ],
};

const lostRows = {
  name: 'items of a list or rows of a table lost', class: 4, what: 'scope', languages: ['markdown', 'rst'],
  why: 'each stood for something that is still there, and nobody asked for its removal',
  shapes: [
    shape('last items', inPage((file, tools) => {
      const place = tools.pick(lists(file, /^([-*+] )\S/, 4));
      return place ? without(file, place.from + 2, place.to) : null;
    })),
    shape('last rows', inPage((file, tools) => {
      const place = tools.pick(tables(file).filter((one) => one.to - one.from > 4));
      return place ? without(file, place.from + 3, place.to) : null;
    })),
    shape('one item', inPage((file, tools) => {
      const place = tools.pick(lists(file));
      return place ? without(file, place.from + 1, place.from + 2) : null;
    })),
    unseen('whole list', inPage((file, tools) => {
      const place = tools.pick(lists(file));
      return place ? without(file, place.from, place.to) : null;
    })),
    unseen('whole table', inPage((file, tools) => {
      const place = tools.pick(tables(file));
      return place ? without(file, place.from, place.to) : null;
    })),
    unseen('a column', inPage((file, tools) => {
      const fits = (one) => file.lines.slice(one.from, one.to).every((line) => /^\|.*\|\s*$/.test(line) && !/\\\||`[^`]*\|/.test(line))
        && file.lines[one.from].split('|').length > 4;
      const place = tools.pick(tables(file).filter(fits));
      return place ? replaceLines(file, place.from, place.to, ...file.lines.slice(place.from, place.to).map((line) => {
        const cells = line.trim().split('|');
        return [...cells.slice(0, -2), ''].join('|');
      })) : null;
    })),
  ],
};

const ofLicence = (make) => (file, tools) => {
  const real = /^(readme|contributing|licen[cs]e|copying)/i.test(file.name) && !file.path.includes('/') ? licence(tools) : null;
  const text = real && real.text.length > 500 ? make(real.text, real) : null;
  return text === null || text === real?.text ? null : { files: { [real.path]: text } };
};
const lostLicence = {
  name: 'text of the licence damaged', class: 4, what: 'defect', languages: ['markdown', 'rst', 'text'],
  why: 'the terms under which the code may be used must stand there word for word',
  shapes: [
    shape('emptied', ofLicence(() => '')),
    shape('only its name', ofLicence((text, real) => `${real.spdx}\n`)),
    shape('blanks of the form', ofLicence((text) => (/Copyright \(c\).*\d{4}.*$/im.test(text)
      ? text.replace(/Copyright \(c\).*\d{4}.*$/im, 'Copyright (c) [year] [fullname]') : null))),
    unseen('last paragraphs lost', ofLicence((text) => `${text.slice(0, text.lastIndexOf('\n\n', text.length * 0.6)).trimEnd()}\n`)),
    unseen('summary in place of the terms',
      ofLicence((text, real) => `${real.spdx} License\n\nYou may use, copy and change this software as long as you keep this notice.\n`)),
    unseen('disclaimer lost', ofLicence((text) => {
      const at = text.search(/THE SOFTWARE IS PROVIDED|THIS SOFTWARE IS PROVIDED/);
      return at < 0 ? null : `${text.slice(0, at).trimEnd()}\n`;
    })),
    unseen('text omitted for brevity',
      ofLicence((text) => `${text.slice(0, text.indexOf('\n\n', 200)).trimEnd()}\n\n[... full license text omitted for brevity ...]\n`)),
  ],
};

export const losses = [cut, lostSection, lostExample, emptied, shrunk, lostRows, lostLicence];
