// References from sites, documents and scripts to what is not there, and files renamed while others still name them.
import { functionsOf, insertAt, replaceLine } from '../../source.mjs';
import { addParagraph, addSentence, isMarkdown, isPage, isPaper, isRst, paragraphs } from '../documents/parts.mjs';
import { on } from '../shared/planted.mjs';
import { projectOf } from '../shared/project.mjs';
import { absent, escaped, folderOf, join, shape, swapped, unseen } from '../shared/shapes.mjs';
import { missing } from './builds.mjs';

const site = (edit) => on('mkdocs', edit);
const pages = ['guide.md', 'faq.md', 'troubleshooting.md', 'tutorial.md'];
const docsOf = (base) => /^docs_dir:\s*["']?([\w./-]+)/m.exec(base.text)?.[1] ?? 'docs';
const missingPage = (base, tools) =>
  tools.pick(pages.filter((name) => absent(tools.repo, [join(folderOf(base), docsOf(base), name)]).length));
const lostNavigation = {
  name: 'site of documents refers to what is not there', class: 11, what: 'defect', languages: ['yaml', 'markdown', 'python', 'rst'],
  why: 'the build of the site warns or stops, and the reader gets an error page',
  shapes: [
    shape('page of the navigation of MkDocs', site((base, tools) => {
      const name = missingPage(base, tools);
      return name ? swapped(base.text, /^nav:\s*\n(\s*)- .*$/m, (whole, indent) => `${whole}\n${indent}- More: ${name}`) : null;
    })),
    shape('existing page a letter off',
      site((base) => swapped(base.text, /^(\s*- [^:\n]+:\s*["']?)([\w/-]+)(\.md["']?)\s*$/m,
        (_, head, name, rest) => `${head}${name}-page${rest}`))),
    shape('logo of Sphinx', (file, tools) => (/(^|\/)conf\.py$/.test(file.path) && /html_theme/.test(file.text)
      && !/html_favicon/.test(file.text) && absent(tools.repo, [join(folderOf(file), '_static/favicon.ico')]).length
      ? `${file.text.trimEnd()}\nhtml_favicon = "_static/favicon.ico"\n` : null)),
    unseen('style sheet of MkDocs', site((base, tools) => (/^extra_css:/m.test(base.text) || tools.repo.has('docs/stylesheets/extra.css')
      ? null : `${base.text.trimEnd()}\n\nextra_css:\n  - stylesheets/extra.css\n`))),
    unseen('hook of MkDocs', site((base, tools) => (/^hooks:/m.test(base.text) || !missing(base, tools, ['docs/hooks.py']) ? null
      : `${base.text.trimEnd()}\n\nhooks:\n  - docs/hooks.py\n`))),
    unseen('extension of Sphinx', (file, tools) => (/(^|\/)conf\.py$/.test(file.path)
      ? swapped(file.text, /^extensions\s*=\s*\[\s*\n/m, (whole) => `${whole}    "${tools.invent('docs_helpers')}",\n`) : null)),
    unseen('section of the navigation', site((base, tools) => {
      const name = missingPage(base, tools);
      return name ? swapped(base.text, /^nav:\s*\n(\s*)(?=- )/m,
        (whole, indent) => `nav:\n${indent}- Reference:\n${indent}    - reference/${name}\n${indent}`) : null;
    })),
    unseen('folder of the documents',
      site((base, tools) => (tools.repo.hasFolder('documentation') ? null : swapped(base.text, /^docs_dir:.*$/m, 'docs_dir: documentation')
        ?? `docs_dir: documentation\n${base.text}`))),
  ],
};

const inDocument = (test, make) => (file, tools) => (test(file) && isPaper(file) && isPage(file) ? make(file, tools) ?? null : null);
const bookFolder = (file, tools) => tools.repo.names.some((name) => /(^|\/)book\.toml$/.test(name) && !/test/.test(name)
  && file.path.startsWith(`${folderOf({ path: name })}/`));
const sphinx = (tools) => tools.repo.names.some((name) => /(^|\/)conf\.py$/.test(name));
const lostInclude = {
  name: 'document includes what is not there', class: 11, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the page is built with an error in the place of the text',
  shapes: [
    shape('file of reStructuredText',
      inDocument(isRst, (file, tools) => (absent(tools.repo, [join(folderOf(file), 'snippets/setup.txt')]).length
        ? addParagraph(file, tools, '.. include:: snippets/setup.txt') : null))),
    shape('example of code', inDocument(isRst, (file, tools) => (absent(tools.repo, [join(folderOf(file), 'examples/first.py')]).length
      ? addParagraph(file, tools, '.. literalinclude:: examples/first.py', '   :language: python') : null))),
    shape('file of mdBook', inDocument(isMarkdown, (file, tools) =>
      (bookFolder(file, tools) && absent(tools.repo, [join(folderOf(file), 'listings/first.rs')]).length
        ? addParagraph(file, tools, '```rust', '{{#include listings/first.rs}}', '```') : null))),
    unseen('module of Python', inDocument(isRst, (file, tools) => {
      const name = sphinx(tools) ? projectOf({ language: 'python' }, tools.repo)?.name : null;
      return name ? addParagraph(file, tools, `.. automodule:: ${name}.${tools.invent('extras')}`, '   :members:') : null;
    })),
    unseen('function of Python', inDocument(isRst, (file, tools) => {
      const name = sphinx(tools) ? projectOf({ language: 'python' }, tools.repo)?.name : null;
      return name ? addParagraph(file, tools, `.. autofunction:: ${name}.${tools.invent('load_defaults')}`) : null;
    })),
    unseen('snippet of MkDocs', inDocument(isMarkdown, (file, tools) =>
      (tools.repo.names.some((name) => /(^|\/)mkdocs\.ya?ml$/.test(name) && /pymdownx\.snippets|snippets/.test(tools.repo.text(name)))
        && absent(tools.repo, ['docs/snippets/setup.md']).length
      ? addParagraph(file, tools, '--8<-- "docs/snippets/setup.md"') : null))),
    unseen('lines of an example', inDocument(isRst, (file) => swapped(file.text, /^(\s*\.\. literalinclude:: \S+?)(\.\w+)$/m,
      (_, head, ending) => `${head}_v2${ending}`))),
    unseen('playground of mdBook', inDocument(isMarkdown,
      (file, tools) => (bookFolder(file, tools) && absent(tools.repo, [join(folderOf(file), 'listings/hello.rs')]).length
        ? addParagraph(file, tools, '{{#playground listings/hello.rs}}') : null))),
    unseen('role of a file or a class', inDocument(isRst, (file, tools) => {
      const name = sphinx(tools) ? projectOf({ language: 'python' }, tools.repo)?.name : null;
      return name && paragraphs(file).length
        ? addSentence(file, tools, `See :class:\`${name}.${tools.invent('SettingsLoader')}\` for the options.`) : null;
    })),
  ],
};

const inShell = (make) => (file, tools) => (file.language === 'shell' && !['test', 'generated'].includes(file.place)
  && /^#!.*sh/.test(file.text) && file.lines.length > 5 ? make(file, tools) ?? null : null);
const firstLine = (file) => {
  let at = 1;
  while (/^\s*(#|$|set )/.test(file.lines[at] ?? '.')) ++at;
  return at;
};
const sibling = (names, write) => inShell((file, tools) => {
  const name = tools.pick(names.filter((one) => absent(tools.repo,
    [join(folderOf(file), one), one]).length === new Set([join(folderOf(file), one), one]).size));
  return name ? insertAt(file, firstLine(file), write(name)) : null;
});
const lostSibling = {
  name: 'shell script calls what is not there', class: 11, what: 'defect', languages: ['shell'],
  why: 'the script stops there, or goes on without what it needed',
  shapes: [
    shape('library beside it', sibling(['lib.sh', 'common.sh', 'helpers.sh'], (name) => `. "$(dirname "$0")/${name}"`)),
    shape('script beside it', sibling(['prepare.sh', 'check-env.sh'], (name) => `"$(dirname "$0")/${name}" || exit 1`)),
    shape('function that nobody defines', inShell((file, tools) => insertAt(file, firstLine(file), tools.invent('log_start')))),
    unseen('script of Python', sibling(['tools/detect.py', 'scripts/version.py'], (name) => `python3 ${name}`)),
    unseen('existing file a letter off', inShell((file, tools) => {
      const found = file.lines.flatMap((line, at) =>
        [...line.matchAll(/(?:^|[\s"'/])((?:[\w-]+\/)*[\w-]+\.(?:sh|py|bash|awk|sed|txt|ya?ml|json))(?=["'\s]|$)/g)]
        .filter((match) => !/^\s*#|echo|usage|printf|example|error/i.test(line)
          && (tools.repo.has(match[1]) || tools.repo.has(join(folderOf(file), match[1])))).map((match) => ({ at, name: match[1] })));
      const one = tools.pick(found);
      return one ? replaceLine(file, one.at, file.lines[one.at].replace(one.name, one.name.replace(/(\.\w+)$/, '_main$1'))) : null;
    })),
    unseen('function renamed, its calls not', inShell((file, tools) => {
      const own = tools.pick(functionsOf(file).filter((f) => file.lines.some((line, at) => at !== f.from
        && new RegExp(`^\\s*${escaped(f.name)}(\\s|$)`).test(line))));
      return own ? replaceLine(file, own.from, file.lines[own.from].replace(own.name, `${own.name}_all`)) : null;
    })),
    unseen('source of the root', sibling(['scripts/env.sh', 'ci/common.sh'], (name) => `source ./${name}`)),
  ],
};

// Files that others name by their path: { path, by }.
function named(tools, pattern, readers, line = /./) {
  const texts = tools.repo.names.filter((name) => readers.test(name) && !pattern.test(name)
    && !/(^|\/)(fixtures?|testdata|node_modules)\//.test(name)).map((name) => tools.repo.text(name) ?? '');
  return tools.repo.names.filter((name) => pattern.test(name) && !/(^|\/)(fixtures?|testdata)\//.test(name)
    && texts.some((text) => text.includes(name)
    && text.split('\n').some((one) => line.test(one) && new RegExp(`(^|[\\s"'=:(\`])(\\./)?${escaped(name)}(?![\\w/-])`).test(one))));
}
const away = (pattern, readers, to, line) => (file, tools) => {
  if (!pattern.test(file.path) || file.place === 'generated' || /(^|\/)dist\//.test(file.path)
    || !named(tools, new RegExp(`^${escaped(file.path)}$`), readers, line).length) return null;
  const path = to ? to(file.path) : null;
  if (path && (tools.repo.has(path) || path === file.path)) return null;
  return { files: path ? { [file.path]: null, [path]: /\.sh$/.test(path) ? { mode: '100755', text: file.text } : file.text }
    : { [file.path]: null } };
};
const renamed = (path) => path.replace(/([\w-]+)(\.\w+)$/, '$1-new$2');
const machines = /^\.github\/workflows\/|(^|\/)(Makefile|Dockerfile|package\.json|tox\.ini|pyproject\.toml|\.pre-commit-config\.ya?ml|docker-compose.*|compose.*|CMakeLists\.txt|\.gitlab-ci\.yml)$/;
const dangling = {
  name: 'file renamed or removed that others still name', class: 11, what: 'defect',
    languages: ['shell', 'python', 'javascript', 'text', 'json', 'yaml', 'toml', 'markdown', 'dockerfile', 'c', 'cpp'],
  why: 'builds, workflows and manifests look for it under its old name',
  shapes: [
    shape('script renamed', away(/\.(sh|py|js|mjs|cjs|rb)$/, machines, renamed)),
    shape('script removed', away(/(^|\/)(scripts?|tools|ci|bin|hack|support)\/.*\.(sh|py|js|mjs|cjs|rb)$/, machines, null)),
    shape('list of requirements moved', away(/requirements[\w./-]*\.txt$/, machines, (path) => join('deploy', path.split('/').pop()))),
    unseen('settings renamed', away(/\.(json|ya?ml|toml|cfg)$/, machines, renamed)),
    unseen('source of a build renamed', away(/\.(c|cc|cpp|h)$/, /(^|\/)(CMakeLists\.txt|Makefile(\.am)?|meson\.build|BUILD)$/,
      (path) => path.replace(/(\.\w+)$/, '_impl$1'))),
    unseen('readme that a manifest names', (file, tools) => {
      if (!/^readme\.(md|rst)$/i.test(file.path)) return null;
      const text = ['pyproject.toml', 'Cargo.toml', 'setup.cfg', 'setup.py'].filter((name) => tools.repo.has(name)).map((name) =>
        tools.repo.text(name)).join('\n');
      const path = /md$/i.test(file.path) ? 'README.markdown' : 'README.txt';
      return new RegExp(`["']?${escaped(file.path)}["']?`).test(text) && !tools.repo.has(path)
        ? { files: { [file.path]: null, [path]: file.text } } : null;
    }),
    unseen('document that a script or a workflow reads',
      away(/\.(md|txt|rst)$/, /^\.github\/workflows\/|\.(sh|py|js|mjs)$/, (path) => join('archive', path),
        /\b(cat|open|read\w*|cp|sed|awk|grep|tail|head|Path|include_str)\b/)),
    unseen('Dockerfile renamed', (file, tools) => {
      const base = /(^|\/)Dockerfile$/.test(file.path) && file.place !== 'test';
      const folder = folderOf(file);
      const used = base && tools.repo.names.some((name) => /(^|\/)(docker-)?compose[\w.-]*\.ya?ml$|^\.github\/workflows\//.test(name)
        && new RegExp(`build:\\s*\\.?/?${escaped(folder)}/?\\s*$|context:\\s*["']?\\.?/?${escaped(folder)}/?["']?\\s*$|file:\\s*["']?\\.?/?${escaped(file.path)}`, 'm').test(tools.repo.text(name)));
      return used ? { files: { [file.path]: null, [join(folder, 'Containerfile.main')]: file.text } } : null;
    }),
  ],
};

const data = {
  name: 'data of a package that are not there', class: 11, what: 'defect', languages: ['python', 'toml'],
  why: 'building the package warns or stops, or it lacks a file that it reads',
  shapes: [
    shape('line of MANIFEST.in', (file, tools) => (/^(setup\.py|pyproject\.toml)$/.test(file.path) && tools.repo.has('MANIFEST.in')
      && !tools.repo.has('NOTICE.txt') ? { files: { 'MANIFEST.in': `${tools.repo.text('MANIFEST.in').trimEnd()}\ninclude NOTICE.txt\n` } }
      : null)),
    shape('text that setup.py opens', (file, tools) => (file.path === 'setup.py' && !tools.repo.has('DESCRIPTION.rst')
      ? swapped(file.text, /^(\s+)long_description=.*,$/m, (_, indent) => `${indent}long_description=open("DESCRIPTION.rst").read(),`)
      : null)),
    shape('text that the version is read from', (file, tools) => (file.path === 'pyproject.toml' && /^\[tool\.setuptools/m.test(file.text)
      && !tools.repo.has('VERSION') && !/dynamic\]/.test(file.text)
      ? `${file.text.trimEnd()}\n\n[tool.setuptools.dynamic]\nversion = { file = "VERSION" }\n` : null)),
    unseen('new MANIFEST.in', (file, tools) => (/^(setup\.py|pyproject\.toml)$/.test(file.path) && !tools.repo.has('MANIFEST.in')
      && projectOf({ language: 'python' }, tools.repo)?.folder && !tools.repo.hasFolder('schemas')
      ? { files: { 'MANIFEST.in': 'include README.md\nrecursive-include schemas *.json\ninclude AUTHORS.txt\n' } } : null)),
    unseen('package that setup.py names', (file, tools) =>
      (file.path === 'setup.py' ? swapped(file.text, /^(\s+)packages=.*,$/m,
        (_, indent) => `${indent}packages=["${tools.invent('core_package')}"],`) : null)),
    unseen('file that is included by the builder', (file, tools) => (file.path === 'pyproject.toml' && /hatchling/.test(file.text)
      && !/force-include/.test(file.text) && !tools.repo.hasFolder('assets/data')
      ? `${file.text.trimEnd()}\n\n[tool.hatch.build.targets.wheel.force-include]\n"assets/data" = "data"\n` : null)),
    unseen('list of the pattern of a crate', (file, tools) => (file.name === 'Cargo.toml' && /^\[package\]/m.test(file.text)
      && !/^include\s*=/m.test(file.text) && !tools.repo.hasFolder(join(folderOf(file), 'source'))
      ? swapped(file.text, /^\[package\]\n/m, '[package]\ninclude = ["source/**/*.rs"]\n') : null)),
  ],
};

export const texts = [lostNavigation, lostInclude, lostSibling, dangling, data];
