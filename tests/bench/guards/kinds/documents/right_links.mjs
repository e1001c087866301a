// Edits of links, images and pages that any maintainer may make.
import { insertAt, replaceLine, without } from '../../source.mjs';
import { folderOf, join, relativeTo, shape, unseen } from '../shared/shapes.mjs';
import { linkedFrom, mendedLinks, toctrees } from './links.mjs';
import {
  addParagraph, addSection, addSentence, isMarkdown, isPage, isPaper, isReadme, isRst, link as mark, links, pathOf, realLinks,
    sections, stands,
  withTarget,
} from './parts.mjs';

const inPage = (make) => (file, tools) => (isPage(file) ? make(file, tools) : null);
const inMarkdown = (make) => inPage((file, tools) => (isMarkdown(file) ? make(file, tools) : null));
const inRst = (make) => inPage((file, tools) => (isRst(file) ? make(file, tools) : null));

const others = (file, tools, pattern) => tools.repo.names.filter((name) => pattern.test(name) && name !== file.path && !/[ ()]/.test(name)
  && !/(^|\/)(tests?|fixtures?|testdata|node_modules)\//.test(name));
const toOther = (pattern, write) => (file, tools) => {
  const name = tools.pick(others(file, tools, pattern));
  return name ? write(file, tools, relativeTo(folderOf(file), name), name) : null;
};
const once = (file) => {
  const all = sections(file);
  return all.filter((one) => /^[\w -]+$/.test(one.title) && all.filter((other) => other.slug === one.slug).length === 1);
};
const realLink = {
  name: 'link or image that is there', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('file of the repository', inPage(toOther(/\.(md|toml|ya?ml|json)$/, (file, tools, target, name) =>
      addSentence(file, tools, `See ${mark(file, name.split('/').pop(), target)} for an example.`)))),
    shape('section of the page', inMarkdown((file, tools) => {
      const place = tools.pick(once(file));
      return place ? addSentence(file, tools, `See also [${place.title}](#${place.slug}).`) : null;
    })),
    shape('folder', inPage((file, tools) => {
      const name = tools.pick([...new Set(tools.repo.names.filter((one) => one.includes('/')).map((one) =>
        one.slice(0, one.lastIndexOf('/'))))]);
      return name ? addSentence(file, tools, `The files are in ${mark(file, name, `${relativeTo(folderOf(file), name)}/`)}.`) : null;
    })),
    unseen('line of a source file',
      inMarkdown(toOther(/\.(py|js|ts|go|rs|c|cpp|rb|java)$/,
        (file, tools, target) => addSentence(file, tools, `It starts [here](${target}#L1).`)))),
    unseen('reference style', inMarkdown(toOther(/\.(md|rst)$/, (file, tools, target) => {
      const changed = /\[more-notes\]/.test(file.text) ? null : addSentence(file, tools, 'More is said in the [notes][more-notes].');
      return changed ? `${changed.trimEnd()}\n\n[more-notes]: ${target}\n` : null;
    }))),
    unseen('image', inPage(toOther(/\.(png|svg|gif|jpe?g)$/, (file, tools, target) => addParagraph(file, tools,
      ...(isMarkdown(file) ? [`![Picture](${target})`] : [`.. image:: ${target}`, '   :alt: Picture']))))),
    unseen('image of HTML', inMarkdown(toOther(/\.(png|svg|gif|jpe?g)$/,
      (file, tools, target) => addParagraph(file, tools, `<p align="center"><img src="${target}" alt="Picture" width="480"></p>`)))),
    unseen('section of another page', inMarkdown((file, tools) => {
      const other = tools.pick(tools.repo.files('markdown').filter((one) => isPage(one) && one.path !== file.path && once(one).length
        && !/[ ()]/.test(one.path)));
      const place = other && tools.pick(once(other));
      return place ? addSentence(file, tools,
        `This is explained [elsewhere](${relativeTo(folderOf(file), other.path)}#${place.slug}).`) : null;
    })),
    unseen('document of Sphinx', inRst((file, tools) => {
      const name = tools.repo.files('rst').some((one) => toctrees(one).length) ? tools.pick(others(file, tools, /^docs\/.*\.rst$/)) : null;
      return name && file.path.startsWith('docs/')
        ? addSentence(file, tools, `See :doc:\`${relativeTo(folderOf(file), name).replace(/\.rst$/, '')}\` for the details.`) : null;
    })),
  ],
};

const strangeAddress = {
  name: 'unusual address that is right', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('port and local host',
      inPage((file, tools) => addSentence(file, tools,
        `Open ${isMarkdown(file) ? '<http://localhost:8080/>' : 'http://localhost:8080/'} to see it.`))),
    shape('brackets in the path',
      inPage((file, tools) => addSentence(file, tools,
        `See ${mark(file, 'version control', 'https://en.wikipedia.org/wiki/Diff_(computing)')} for the idea.`))),
    shape('address by mail', inPage((file, tools) => addSentence(file, tools, isMarkdown(file) ? 'Write to <support@example.com>.'
      : 'Write to support@example.com.'))),
    unseen('address in the query of another', inPage((file, tools) => addSentence(file, tools,
      `An ${mark(file, 'archived copy', 'https://web.archive.org/web/20240101000000/https://git-scm.com/docs/git-bisect')} explains the method.`))),
    unseen('number of a host', inPage((file, tools) =>
      addSentence(file, tools, `The address ${isMarkdown(file) ? '`http://[::1]:3000/`' : '``http://[::1]:3000/``'} works as well.`))),
    unseen('address with a text fragment',
      inPage((file, tools) => addSentence(file, tools,
        `See ${mark(file, 'the manual of Git', 'https://git-scm.com/docs/git-bisect#_git_bisect_run')}.`))),
    unseen('scheme other than https',
      inPage((file, tools) => addSentence(file, tools,
        `A mirror is at ${isMarkdown(file) ? '`git://git.kernel.org/pub/scm/git/git.git`' : '``git://git.kernel.org/pub/scm/git/git.git``'}.`))),
  ],
};

const anchors = {
  name: 'anchor made by hand', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('tag before a section', inMarkdown((file, tools) => {
      const place = tools.pick(sections(file).filter((one) => one.from > 1));
      return place && !/id="details"/.test(file.text)
        ? `${insertAt(file, place.from, '<a id="details"></a>', '').trimEnd()}\n\nSee [the details](#details).\n` : null;
    })),
    shape('label and reference', inRst((file, tools) => {
      const place = tools.pick(sections(file).filter((one) => one.from > 1 && !/^\.\. _/.test(file.lines[one.from - 2] ?? '')));
      return place && tools.repo.files('rst').every((one) => !one.text.includes('more-of-this')) && file.path.startsWith('docs/')
        ? `${insertAt(file, place.from, '.. _more-of-this:', '').trimEnd()}\n\nSee :ref:\`more-of-this\` for the background.\n` : null;
    })),
    shape('second heading of that name', inMarkdown((file, tools) => {
      const place = tools.pick(once(file));
      if (!place) return null;
      const text = addSection(file, tools, place.title, ['More about the same subject.']);
      return place.level < 2 ? null : `${text.trimEnd()}\n\nSee [there](#${place.slug}-1).\n`;
    })),
    unseen('heading renamed, links mended', inMarkdown((file, tools) => {
      const place = tools.pick(once(file).filter((one) => one.from > 0 && links(file).some((other) => other.target === `#${one.slug}`)
        && tools.repo.files('markdown').every((other) => other.path === file.path || !other.text.includes(`#${one.slug}`))));
      if (!place) return null;
      const changed = replaceLine(file, place.from, `${'#'.repeat(place.level)} ${place.title} in detail`);
      return changed.replaceAll(`(#${place.slug})`, `(#${place.slug}-in-detail)`).replaceAll(`href="#${place.slug}"`,
        `href="#${place.slug}-in-detail"`);
    })),
    unseen('attribute of MkDocs', inMarkdown((file, tools) => {
      const place = tools.repo.names.some((name) => /(^|\/)mkdocs\.ya?ml$/.test(name) && /attr_list/.test(tools.repo.text(name)))
        ? tools.pick(once(file)) : null;
      return place ? `${replaceLine(file, place.from, `${file.lines[place.from]} {#in-detail}`).trimEnd()}\n\nSee [there](#in-detail).\n` : null;
    })),
    unseen('to the top', inMarkdown((file, tools) => {
      const first = sections(file)[0];
      return first ? addParagraph(file, tools, `[Back to the top](#${first.slug})`) : null;
    })),
    unseen('contents of the page', inMarkdown((file, tools) => {
      const all = once(file).filter((one) => one.level === 2).slice(0, 5);
      return all.length > 2 ? addSection(file, tools, 'On this page', all.map((one) => `- [${one.title}](#${one.slug})`)) : null;
    })),
    unseen('anonymous and named targets', inRst((file) => (/\.\. _the manual:/.test(file.text) ? null
      : `${file.text.trimEnd()}\n\nSee \`the manual\`_ of Git.\n\n.. _the manual: https://git-scm.com/docs\n`))),
  ],
};

// The page at another place, its links and those of the others to it mended; null where that is not plain to do.
function mendedMove(file, tools, path) {
  if (stands(tools.repo, path) || !isPage(file) || /^(readme|index|contributing|support)\b/i.test(file.name)) return null;
  const site = tools.repo.names.some((name) =>
    /(^|\/)(_index\.md|docusaurus\.config\.\w+|\.vitepress\/.*|_config\.yml|book\.toml|mkdocs\.ya?ml|astro\.config\.\w+)$/.test(name));
  if (site && folderOf(file)) return null;
  const simple = (one) => ['inline', 'definition'].includes(one.style);
  if (!links(file).every((one) => simple(one) || isWeb(one.target)) || tools.repo.speaks('toctree')) return null;
  const spoken = new RegExp(`(^|[^\\w-])${file.name.replace('.', '\\.')}|/${file.name.replace(/\.\w+$/, '')}\\b`);
  const from = linkedFrom(file, tools);
  const elsewhere = tools.repo.names.filter((name) => name !== file.path && !from.some((other) => other.path === name)
    && /\.(md|rst|toml|ya?ml|json|cfg|txt|html|py|mjs|js|ts|go|rs|c|h)$|(^|\/)[A-Z]\w+$/.test(name)
    && spoken.test(tools.repo.text(name) ?? ''));
  if (elsewhere.length) return null;
  const files = { [file.path]: null, [path]: mendedLinks(file, folderOf({ path }), tools) };
  for (const other of from) {
    let text = other.text;
    for (const one of links(other).filter((each) => pathOf(other, each.target) === file.path).reverse()) {
      if (!simple(one)) return null;
      const lines = text.split('\n');
      text = withTarget({ ...other, lines, text }, one, relativeTo(folderOf(other), path) + (/[?#].*$/.exec(one.target)?.[0] ?? ''));
    }
    if (new RegExp(`[(:]\\s*[./\\w-]*${file.name.replace('.', '\\.')}[)#\\s]`).test(text.replaceAll(path, ''))) return null;
    files[other.path] = text;
  }
  return { files };
}
const isWeb = (target) => /^(https?:|mailto:|#)/.test(target);
const moving = (to) => (file, tools) => (isPaper(file) && isMarkdown(file) && to(file) ? mendedMove(file, tools, to(file)) : null);
const movedPage = {
  name: 'page moved and links mended', class: 4, benign: true, languages: ['markdown'],
  shapes: [
    shape('into docs', moving((file) => (folderOf(file) === '' ? join('docs', file.name) : null))),
    shape('a folder deeper', moving((file) => (folderOf(file) ? join(folderOf(file), 'guides', file.name) : null))),
    shape('renamed', moving((file) => join(folderOf(file), file.name.replace(/(\.\w+)$/, '-guide$1')))),
    unseen('a folder up', moving((file) => (folderOf(file) ? join(folderOf({ path: folderOf(file) }), file.name) : null))),
    unseen('renamed to small letters',
      moving((file) => (/[A-Z]/.test(file.name) ? join(folderOf(file), `${file.name.toLowerCase().replace(/(\.\w+)$/, '-page$1')}`)
        : null))),
    unseen('into a folder of its own', moving((file) => join(folderOf(file), file.name.replace(/\.\w+$/, ''), 'index.md'))),
  ],
};

const listed = (file) => (isRst(file) && isPaper(file) ? toctrees(file)[0] : null);
const pageOf = (file, at) => join(folderOf(file), `${file.lines[at].trim()}.rst`);
const pages = {
  name: 'page added or removed with all that names it', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('page and entry of the toctree added', (file, tools) => {
      const entries = listed(file);
      const path = join(folderOf(file), 'background.rst');
      if (!entries || stands(tools.repo, path)) return null;
      const last = entries[entries.length - 1];
      return { files: { [path]: 'Background\n==========\n\nWhy things are as they are.\n',
        [file.path]: insertAt(file, last + 1, `${/^\s*/.exec(file.lines[last])[0]}background`) } };
    }),
    shape('page and entry of SUMMARY.md added', (file, tools) => {
      const entry = file.name === 'SUMMARY.md' && file.place !== 'test'
        ? realLinks(file, tools).filter((one) => /^[-*] \[/.test(file.lines[one.line])).pop() : null;
      const path = join(folderOf(file), 'background.md');
      return entry && !stands(tools.repo, path)
        ? { files: { [path]: '# Background\n\nWhy things are as they are.\n',
        [file.path]: insertAt(file, entry.line + 1, '- [Background](background.md)') } } : null;
    }),
    shape('page and link added', inMarkdown((file, tools) => {
      const path = join(isReadme(file) && tools.repo.hasFolder('docs') && folderOf(file) === '' ? 'docs' : folderOf(file), 'background.md');
      const changed = stands(tools.repo, path) ? null
        : addSentence(file, tools, `The [background](${relativeTo(folderOf(file), path)}) is told elsewhere.`);
      return changed ? { files: { [path]: '# Background\n\nWhy things are as they are.\n', [file.path]: changed } } : null;
    })),
    unseen('page and entry of the toctree removed', (file, tools) => {
      const entries = listed(file) ?? [];
      const free = (at) => {
        const path = pageOf(file, at);
        const text = tools.repo.has(path) ? tools.repo.text(path) : null;
        const labels = [...(text ?? '').matchAll(/^\.\. _([^:]+):/gm)].map((match) => match[1]);
        const words = [file.lines[at].trim().split('/').pop(), ...labels];
        return text && !/automodule|autoclass|currentmodule|module::|toctree/.test(text)
          && tools.repo.names.every((name) => name === path || name === file.path || !/\.(rst|md|py|toml|html|cfg|ya?ml)$/.test(name)
          || words.every((word) => !new RegExp(`[\`</"']${word}[\`>."'/]`).test(tools.repo.text(name) ?? '')));
      };
      const at = entries.length > 2 ? tools.pick(entries.filter(free)) : undefined;
      return at === undefined ? null : { files: { [pageOf(file, at)]: null, [file.path]: without(file, at, at + 1) } };
    }),
    unseen('section taken into a page of its own', inMarkdown((file, tools) => {
      const place = tools.pick(sections(file).filter((one) => one.level === 2 && one.to - one.body > 8
        && !links({ ...file, lines: file.lines.slice(one.from, one.to) }).some((other) => !/^https?:/.test(other.target))
        && !file.text.includes(`#${one.slug}`) && tools.repo.files('markdown').every((other) => !other.text.includes(`#${one.slug}`))
        && /^[\w-]+$/.test(one.slug)));
      const path = place && join(folderOf(file), `${place.slug}.md`);
      if (!path || stands(tools.repo, path) || /\[[^\]]+\](?!\()/.test(file.lines.slice(place.from, place.to).join('\n'))) return null;
      const text = [`# ${place.title}`, ...file.lines.slice(place.body, place.to)].join('\n');
      const all = [...file.lines];
      all.splice(place.body, place.to - place.body, '', `See [${place.title}](${place.slug}.md).`, '');
      return { files: { [path]: `${text.trimEnd()}\n`, [file.path]: all.join('\n') } };
    })),
    unseen('two pages linked to each other', inMarkdown((file, tools) => {
      const folder = folderOf(file);
      const [one, two] = ['first-steps.md', 'next-steps.md'].map((name) => join(folder, name));
      const changed = stands(tools.repo, one) || stands(tools.repo, two) ? null
        : addSentence(file, tools, 'Begin with the [first steps](first-steps.md).');
      return changed ? { files: { [one]: '# First steps\n\nGo on with the [next steps](next-steps.md#after-that).\n',
        [two]: '# Next steps\n\n## After that\n\nGo back to the [first steps](./first-steps.md).\n', [file.path]: changed } } : null;
    })),
    unseen('orphan page', inRst((file, tools) => {
      const path = join(folderOf(file), 'background.rst');
      return file.path.startsWith('docs/') && !stands(tools.repo, path)
        ? { files: { [path]: ':orphan:\n\nBackground\n==========\n\nWhy things are as they are.\n' } } : null;
    })),
  ],
};

export const rightLinks = [realLink, strangeAddress, anchors, movedPage, pages];
