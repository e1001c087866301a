// Addresses, links, anchors and lists of pages that lead nowhere.
import { insertAt, replaceLine, without } from '../../source.mjs';
import { absent, escaped, folderOf, join, relativeTo, shape, swapped, unseen } from '../shared/shapes.mjs';
import {
  addParagraph, addSentence, isMarkdown, isPage, isPaper, isRst, isWeb, link as mark, links, pathOf, realLinks, sections, slugOf, stands,
  withLink, withTarget,
} from './parts.mjs';

const inPaper = (make) => (file, tools) => (isPaper(file) ? make(file, tools) : null);
const inPage = (make) => (file, tools) => (isPage(file) ? make(file, tools) : null);
const inMarkdown = (make) => (file, tools) => (isMarkdown(file) && isPaper(file) ? make(file, tools) : null);
const inRst = (make) => (file, tools) => (isRst(file) && isPaper(file) ? make(file, tools) : null);

const withWeb = (make) => inPaper((file, tools) => {
  const found = tools.pick(links(file).filter((one) => isWeb(one) && !one.image));
  const target = found && make(found.target, tools);
  return target && target !== found.target ? withTarget(file, found, target) : null;
});
const malformedAddress = {
  name: 'malformed address of a link', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'no browser can open it',
  shapes: [
    shape('scheme twice', withWeb((target) => target.replace(/^https?:\/\//, 'https://https://'))),
    shape('colon lost', withWeb((target) => target.replace('://', '//'))),
    shape('host lost', withWeb((target) => target.replace(/^(https?:\/\/)[^/]+\/?/, '$1/'))),
    shape('blank in the address', inMarkdown((file, tools) => {
      const found = tools.pick(links(file).filter((one) => one.style === 'inline' && isWeb(one)));
      return found ? withTarget(file, found, found.target.replace(/^(https?:\/\/\w{2,4})/, '$1 ')) : null;
    })),
    unseen('one slash', withWeb((target) => target.replace('://', ':/'))),
    unseen('http twice without colon', withWeb((target) => target.replace(/^https?:\/\//, 'http://https//'))),
    unseen('comma for the dot of the host', withWeb((target) => target.replace(/^(https?:\/\/[^/]*?)\.(\w+)(\/|$)/, '$1,$2$3'))),
    unseen('letters of the scheme changed', withWeb((target) => target.replace(/^https?:/, 'htps:'))),
    unseen('link inside of a link', inMarkdown((file, tools) => {
      const found = tools.pick(links(file).filter((one) => one.style === 'inline' && isWeb(one) && !one.image));
      return found ? withTarget(file, found, `[${found.target}](${found.target})`) : null;
    })),
    unseen('port that is no number', withWeb((target) => target.replace(/^(https?:\/\/[^/:]+)(\/|$)/, '$1:port$2'))),
  ],
};

const withInline = (make) => inMarkdown((file, tools) => {
  const found = tools.pick(links(file).filter((one) => one.style === 'inline' && !one.image && one.text
    && !/^\[|\[!\[/.test(file.lines[one.line].slice(Math.max(0, one.start - 1)))));
  return found ? withLink(file, found, make(found)) : null;
});
const inRstLink = (make) => inRst((file, tools) => {
  const found = tools.pick(links(file).filter((one) => one.style === 'inline'));
  return found ? withLink(file, found, make(found)) : null;
});
const malformedLink = {
  name: 'mark-up of a link broken', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the reader sees brackets and an address that cannot be followed',
  shapes: [
    shape('square bracket not closed', withInline((one) => one.whole.replace('](', '('))),
    shape('round bracket not closed', withInline((one) => one.whole.replace(/\)$/, ''))),
    shape('blank between text and address', withInline((one) => one.whole.replace('](', '] ('))),
    shape('underscore of the reference lost', inRstLink((one) => one.whole.replace(/_+$/, ''))),
    unseen('brackets exchanged', withInline((one) => `(${one.text})[${one.target}]`)),
    unseen('address without its brackets', withInline((one) => `[${one.text}]${one.target}`)),
    unseen('no blank before the address', inRstLink((one) => one.whole.replace(/\s+</, '<'))),
    unseen('reference without a definition', withInline((one) => `[${one.text}][${slugOf(one.text) || 'link'}-page]`)),
    unseen('backtick not closed', inRstLink((one) => one.whole.replace(/>`_+$/, '>'))),
  ],
};

const likely = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/configuration.md', 'docs/faq.md', 'docs/troubleshooting.md', 'SECURITY.md',
  'docs/getting-started.md', 'docs/api.md', 'UPGRADING.md', 'docs/development.md', 'ROADMAP.md', 'docs/guides/deployment.md'];
const likelyRst = ['troubleshooting', 'architecture', 'deployment', 'glossary', 'getting-started', 'configuration'];
const missingPage = (file, tools) => {
  const name = tools.pick(absent(tools.repo, likely).filter((one) =>
    !tools.repo.names.some((other) => other.toLowerCase() === one.toLowerCase())));
  return name ? relativeTo(folderOf(file), name) : null;
};
const missingRst = (file, tools) => tools.pick(likelyRst.filter((name) =>
  !stands(tools.repo, join(folderOf(file), `${name}.rst`)) && !stands(tools.repo, join(folderOf(file), `${name}.md`))));
// A name next to a real one: a letter lost or two exchanged, so that nothing of that name is there.
const nextTo = (file, tools, target) => {
  const tail = /^(.*?)([\w-]{4,})(\.\w+|\/)?([#?].*)?$/.exec(target);
  if (!tail) return null;
  const { 1: head, 2: stem, 3: ending = '' } = tail;
  const forms = [`${stem}s`, stem.replace(/s$/, ''), stem.replace(/[-_]/, ''), stem.slice(0, -1), `${stem}-guide`, stem.replace('-', '_')];
  const fits = (form) => form !== stem && !stands(tools.repo, pathOf(file, head + form + ending));
  const form = tools.pick(forms.filter(fits));
  return form ? head + form + ending : null;
};
const badTarget = (style, make) => inPaper((file, tools) => {
  const found = tools.pick(realLinks(file, tools).filter((one) => style(one)));
  const target = found && make(file, tools, found.target);
  return target ? withTarget(file, found, target) : null;
});

const missingFile = {
  name: 'link to a file that is not there', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the reader who follows it finds nothing',
  shapes: [
    shape('a letter off', badTarget((one) => !one.image && one.style !== 'tag', nextTo)),
    shape('new sentence with a relative link', inPage((file, tools) => {
      const name = missingPage(file, tools);
      return name ? addSentence(file, tools, `See ${mark(file, 'the guide', name)} for more.`) : null;
    })),
    shape('unknown document of Sphinx', inRst((file, tools) => {
      const name = missingRst(file, tools);
      return name && tools.repo.speaks('toctree') ? addSentence(file, tools, `See :doc:\`${name}\` for the details.`) : null;
    })),
    unseen('reference style', inMarkdown((file, tools) => {
      const name = missingPage(file, tools);
      const changed = name && isPage(file) ? addSentence(file, tools, 'More is said in the [background notes][notes].') : null;
      return changed ? `${changed.trimEnd()}\n\n[notes]: ${name}\n` : null;
    })),
    unseen('link of HTML', inMarkdown((file, tools) => {
      const name = missingPage(file, tools);
      return name && isPage(file) ? addParagraph(file, tools, `<a href="${name}">Read the full guide</a>`) : null;
    })),
    unseen('from the root', inMarkdown((file, tools) => {
      const name = tools.pick(absent(tools.repo, likely));
      return name && isPage(file) ? addSentence(file, tools, `The [reference](/${name}) lists all of them.`) : null;
    })),
    unseen('a folder too far up', badTarget((one) => !one.image && !one.target.startsWith('/') && one.style !== 'tag',
      (file, tools, target) => (folderOf(file) && !stands(tools.repo, pathOf(file, `../${target.replace(/^\.\//, '')}`))
        ? `../${target.replace(/^\.\//, '')}` : null))),
    unseen('other ending', badTarget((one) => !one.image && /\.(md|rst|py|js|go|rs)(#|$)/.test(one.target), (file, tools, target) => {
      const other = target.replace(/\.(md|rst|py|js|go|rs)(#.*)?$/,
        (whole, ending) => ({ md: '.mdx', rst: '.md', py: '.pyi', js: '.ts', go: '.golang', rs: '.rst' })[ending]);
      return stands(tools.repo, pathOf(file, other)) ? null : other;
    })),
  ],
};

const images = ['docs/images/architecture.png', 'docs/screenshot.png', 'assets/demo.gif', 'assets/logo.svg', 'images/overview.png',
  'docs/_static/flow.svg'];
const missingPicture = (file, tools) => {
  const name = tools.pick(absent(tools.repo, images));
  return name ? relativeTo(folderOf(file), name) : null;
};
const addPicture = (test, write) => inPage((file, tools) => {
  const name = test(file) ? missingPicture(file, tools) : null;
  return name ? addParagraph(file, tools, ...write(name)) : null;
});
const missingImage = {
  name: 'image that is not there', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the page shows a broken picture',
  shapes: [
    shape('new image', addPicture(isMarkdown, (name) => [`![Overview of the parts](${name})`])),
    shape('a letter off', badTarget((one) => one.image, nextTo)),
    shape('image directive', addPicture(isRst, (name) => [`.. image:: ${name}`, '   :alt: Overview of the parts'])),
    unseen('tag of HTML', addPicture(isMarkdown, (name) => ['<p align="center">', `  <img src="${name}" alt="Demo" width="600">`, '</p>'])),
    unseen('image that is a link', addPicture(isMarkdown, (name) => [`[![Watch the demo](${name})](${name})`])),
    unseen('figure with a caption',
      addPicture(isRst, (name) => [`.. figure:: ${name}`, '   :width: 80%', '', '   How the parts work together.'])),
    unseen('source for dark pages', addPicture(isMarkdown,
      (name) => ['<picture>', `  <source media="(prefers-color-scheme: dark)" srcset="${name}">`,
      `  <img alt="Overview" src="${name}">`, '</picture>'])),
    unseen('reference style', inPage((file, tools) => {
      const name = isMarkdown(file) ? missingPicture(file, tools) : null;
      const changed = name && addParagraph(file, tools, '![Overview][overview-picture]');
      return changed ? `${changed.trimEnd()}\n\n[overview-picture]: ${name}\n` : null;
    })),
  ],
};

const anchorsOf = (text, file) => new Set([...sections(file).map((one) => one.slug),
  ...[...text.matchAll(/(?:id|name)="([^"]+)"|\{#([\w-]+)[^}]*\}/g)].map((match) => match[1] ?? match[2])]);
function decoded(text) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
const missingAnchor = (file, tools) => {
  const known = anchorsOf(file.text, file);
  return tools.pick(['prerequisites', 'troubleshooting', 'advanced-configuration', 'environment-variables', 'known-limitations',
    'quick-start']
    .filter((name) => !known.has(name) && !file.text.toLowerCase().includes(name.replace('-', ' '))));
};
const ownAnchors = (file) => links(file).filter((one) => /^#./.test(one.target)
  && anchorsOf(file.text, file).has(decoded(one.target.slice(1))));
const noAnchor = {
  name: 'link to a section that is not there', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the page opens at its top and the reader searches in vain',
  shapes: [
    shape('new sentence with an anchor', inPage((file, tools) => {
      const name = isMarkdown(file) ? missingAnchor(file, tools) : null;
      return name ? addSentence(file, tools, `See [below](#${name}) for the details.`) : null;
    })),
    shape('heading renamed, contents not', inMarkdown((file, tools) => {
      const known = ownAnchors(file).map((one) => decoded(one.target.slice(1)));
      const all = sections(file);
      const place = tools.pick(all.filter((one) => known.includes(one.slug) && all.filter((other) => other.slug === one.slug).length === 1
        && !/\{#|<a /.test(file.lines[one.from] + (file.lines[one.from - 1] ?? ''))));
      return place ? replaceLine(file, place.from, `${'#'.repeat(place.level)} More about ${place.title.toLowerCase()}`) : null;
    })),
    shape('unknown label', inRst((file, tools) => {
      const name = missingAnchor(file, tools);
      return name && isPage(file) && !tools.repo.speaks(name) ? addSentence(file, tools, `See :ref:\`${name}\` for the details.`) : null;
    })),
    unseen('anchor of another page', inPage((file, tools) => {
      const others = tools.repo.files('markdown').filter((other) => isPage(other) && other.path !== file.path);
      const other = isMarkdown(file) ? tools.pick(others) : null;
      const name = other && missingAnchor(other, tools);
      return name ? addSentence(file, tools, `The steps are in [another page](${relativeTo(folderOf(file), other.path)}#${name}).`) : null;
    })),
    unseen('entry of the contents for a section that is not there', inMarkdown((file, tools) => {
      const entries = ownAnchors(file).filter((one) => /^\s*([-*+]|\d+\.)\s+\[/.test(file.lines[one.line]));
      const last = entries[entries.length - 1];
      const name = last && missingAnchor(file, tools);
      if (!name) return null;
      const head = /^\s*(?:[-*+]|\d+\.)\s+/.exec(file.lines[last.line])[0];
      return insertAt(file, last.line + 1, `${head}[${name[0].toUpperCase()}${name.slice(1).replace(/-/g, ' ')}](#${name})`);
    })),
    unseen('link of HTML', inPage((file, tools) => {
      const name = isMarkdown(file) ? missingAnchor(file, tools) : null;
      return name ? addParagraph(file, tools, `<a href="#${name}">Jump to the details</a>`) : null;
    })),
    unseen('anchor written with blanks and capitals', inMarkdown((file, tools) => {
      const found = tools.pick(ownAnchors(file).filter((one) => one.target.includes('-') && one.style === 'inline'));
      return found ? withTarget(file, found, found.target.replace('-', '_')) : null;
    })),
    unseen('label removed, references not', (file, tools) => {
      if (!isRst(file) || !isPaper(file)) return null;
      const found = file.lines.flatMap((line, at) => {
        const label = /^\.\. _([\w-]+):\s*$/.exec(line)?.[1];
        const used = label && tools.repo.files('rst').some((other) => other.text.includes(`:ref:\`${label}\``)
          || other.text.includes(`<${label}>\``));
        const once = label && tools.repo.files('rst').every((other) => other.path === file.path || !other.text.includes(`.. _${label}:`));
        return used && once ? [at] : [];
      });
      const at = tools.pick(found);
      return at === undefined ? null : without(file, at, at + (/^\s*$/.test(file.lines[at + 1] ?? '.') ? 2 : 1));
    }),
  ],
};

// The entries of a toctree: lines of document names behind the options.
function toctrees(file) {
  const found = [];
  file.lines.forEach((line, at) => {
    const opening = /^(\s*)\.\. toctree::\s*$/.exec(line);
    if (!opening) return;
    let to = at + 1;
    while (to < file.lines.length && (/^\s*$/.test(file.lines[to]) || /^\s/.test(file.lines[to]))) ++to;
    const entries = [];
    for (let entry = at + 1; entry < to; ++entry) if (/^\s+[\w./-]+\s*$/.test(file.lines[entry])) entries.push(entry);
    if (entries.length) found.push(entries);
  });
  return found;
}
const inToctree = (make) => inRst((file, tools) => {
  const entries = tools.pick(toctrees(file));
  return entries ? make(file, entries, tools) : null;
});
const inSummary = (make) => (file, tools) => {
  if (file.name !== 'SUMMARY.md' || file.place === 'test') return null;
  const entry = tools.pick(realLinks(file, tools).filter((one) => /^\s*[-*] \[/.test(file.lines[one.line])));
  return entry ? make(file, entry, tools) : null;
};
const head = (line) => /^\s*(?:[-*] )?/.exec(line)[0];
const lostPage = {
  name: 'entry of a list of pages without its page', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the build of the site warns or fails, and readers cannot open the page',
  shapes: [
    shape('new entry of a toctree', inToctree((file, entries, tools) => {
      const name = missingRst(file, tools);
      const last = entries[entries.length - 1];
      return name ? insertAt(file, last + 1, head(file.lines[last]) + name) : null;
    })),
    shape('new entry of SUMMARY.md', inSummary((file, entry, tools) => {
      const name = tools.pick(['troubleshooting.md', 'faq.md', 'glossary.md', 'migration.md'].filter((one) =>
        !stands(tools.repo, join(folderOf(file), one))));
      return name ? insertAt(file, entry.line + 1,
        `${head(file.lines[entry.line])}[${name[0].toUpperCase()}${name.slice(1, -3)}](${name})`) : null;
    })),
    shape('entry of a toctree a letter off', inToctree((file, entries, tools) => {
      const at = tools.pick(entries);
      const name = file.lines[at].trim();
      const gone = ['.rst', '.md'].every((ending) => !stands(tools.repo, join(folderOf(file), `${name}s${ending}`)));
      return gone && /\w$/.test(name) ? replaceLine(file, at, `${head(file.lines[at])}${name}s`) : null;
    })),
    unseen('page removed, entry kept', (file, tools) => {
      const entries = isRst(file) && isPaper(file) ? toctrees(file).flat() : [];
      const at = tools.pick(entries.filter((entry) => tools.repo.has(join(folderOf(file), `${file.lines[entry].trim()}.rst`))));
      if (at !== undefined) return { files: { [join(folderOf(file), `${file.lines[at].trim()}.rst`)]: null } };
      return inSummary((summary, entry) => ({ files: { [pathOf(summary, entry.target)]: null } }))(file, tools);
    }),
    unseen('page renamed, entry kept', (file, tools) => {
      const renamed = (path) => ({ files: { [path]: null, [path.replace(/(\.\w+)$/, '-guide$1')]: tools.repo.text(path) } });
      const entries = isRst(file) && isPaper(file) ? toctrees(file).flat() : [];
      const at = tools.pick(entries.filter((entry) => tools.repo.has(join(folderOf(file), `${file.lines[entry].trim()}.rst`))));
      if (at !== undefined) return renamed(join(folderOf(file), `${file.lines[at].trim()}.rst`));
      return inSummary((summary, entry) => renamed(pathOf(summary, entry.target)))(file, tools);
    }),
    unseen('entry with the folder twice', inSummary((file, entry) => {
      const folder = /^(?:\.\/)?([\w-]+)\//.exec(entry.target)?.[1];
      return folder ? withTarget(file, entry, `${folder}/${entry.target.replace(/^\.\//, '')}`) : null;
    })),
    unseen('entry in another folder', inToctree((file, entries, tools) => {
      const at = tools.pick(entries);
      const name = file.lines[at].trim();
      return /^[\w-]+$/.test(name) && !tools.repo.hasFolder(join(folderOf(file), 'guide'))
        ? replaceLine(file, at, `${head(file.lines[at])}guide/${name}`) : null;
    })),
  ],
};

// A page that has links which no longer lead anywhere from another folder.
const moved = (to) => inPaper((file, tools) => {
  const path = to(file, tools);
  if (!path || stands(tools.repo, path)) return null;
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const there = { ...file, folder, path };
  const lost = realLinks(file, tools).filter((one) => !one.target.startsWith('/') && one.style !== 'definition'
    && pathOf(file, one.target) !== file.path && !stands(tools.repo, pathOf(there, one.target)));
  return lost.length ? { path, there, lost } : null;
});
const moving = (to) => (file, tools) => {
  const found = moved(to)(file, tools);
  return found ? { files: { [file.path]: null, [found.path]: file.text } } : null;
};
const linkedFrom = (file, tools) => tools.repo.files('markdown').concat(tools.repo.files('rst')).filter((other) => other.path !== file.path
  && isPaper(other) && links(other).some((one) => pathOf(other, one.target) === file.path));
const movedPage = {
  name: 'page moved or renamed and links not mended', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'links in the page, or in others to it, no longer lead anywhere',
  shapes: [
    shape('into docs', moving((file) => (folderOf(file) === '' && !/^readme/i.test(file.name) ? join('docs', file.name) : null))),
    shape('a folder deeper', moving((file) => (/^readme|^index|^summary/i.test(file.name) ? null
      : join(folderOf(file), 'guides', file.name)))),
    shape('renamed, others still link to it', inPaper((file, tools) => {
      if (!linkedFrom(file, tools).length || /^readme|^index/i.test(file.name)) return null;
      const path = join(folderOf(file), file.name.replace(/(\.\w+)$/, '-guide$1'));
      return stands(tools.repo, path) ? null : { files: { [file.path]: null, [path]: file.text } };
    })),
    unseen('up to the root', moving((file) => (folderOf(file).includes('/') || /^docs$/.test(folderOf(file)) ? file.name : null))),
    unseen('removed, others still link to it', inPaper((file, tools) =>
      (linkedFrom(file, tools).length && !/^readme/i.test(file.name) ? { files: { [file.path]: null } } : null))),
    unseen('moved, own links half mended', (file, tools) => {
      const found = moved((one) => (/^readme|^index|^summary/i.test(one.name) ? null
        : join(folderOf(one), 'reference', one.name)))(file, tools);
      if (!found || found.lost.length < 2) return null;
      const one = found.lost[0];
      return { files: { [file.path]: null, [found.path]: withTarget(file, one,
        relativeTo(found.there.folder, pathOf(file, one.target))) } };
    }),
    unseen('target of its links moved', inPaper((file, tools) => {
      const found = tools.pick(realLinks(file, tools).filter((one) => /\.(md|rst|txt)$/.test(pathOf(file, one.target))
        && tools.repo.has(pathOf(file, one.target)) && !/^readme/i.test(one.target) && pathOf(file, one.target) !== file.path));
      if (!found) return null;
      const path = pathOf(file, found.target);
      const text = tools.repo.text(path);
      return { files: { [path]: null, [join('misc', path)]: text } };
    })),
  ],
};

export const broken = [malformedAddress, malformedLink, missingFile, missingImage, noAnchor, lostPage, movedPage];
export { linkedFrom, toctrees };
// Used by the kinds of benign edits.
export const mendedLinks = (file, there, tools) => {
  let text = file.text;
  const targets = [...new Set(realLinks(file, tools).filter((one) => !one.target.startsWith('/')).map((one) => one.target))];
  for (const target of targets.sort((a, b) => b.length - a.length)) {
    const rest = /[?#].*$/.exec(target)?.[0] ?? '';
    const aim = relativeTo(there, pathOf(file, target)) + rest;
    const form = new RegExp(`([(<"]|:\\s+)${escaped(target)}(?=[)>"\\s])`, 'g');
    text = swapped(text, form, (whole, before) => before + aim) ?? text;
  }
  return text;
};
