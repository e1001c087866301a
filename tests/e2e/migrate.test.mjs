// `pawl migrate`: the site of a repository's documents, built by the real tool where npm has it.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

import { checkoutPrint, git, makeRepo, makeWorld, pawl, pawlProgram, runFolders } from './lib.mjs';
import { tooLarge } from './rounds.mjs';

const files = {
  'README.md': `# Tiny Box

Opens and shuts: see [the guide](docs/guide/start.md#first), [the reference](docs/reference.md), [all guides](docs/guide/),
the [licence](LICENSE) and [the code](lib/box.js). A [reference][ref] by name, and <a href="docs/reference.md">HTML</a>.

![A box](logo.png) <img src="logo.png" alt="again">

\`\`\`sh
cat [x](docs/reference.md)
\`\`\`

[ref]: docs/reference.md
`,
  LICENSE: 'MIT\n',
  'logo.png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
  'package.json': JSON.stringify({ name: 'tiny-box', version: '1.0.0', description: 'A box: "small" {{and}} <b>handy</b>.', license: 'MIT',
    repository: 'github:acme/tiny-box', homepage: 'https://acme.github.io/tiny-box' }, null, 2) + '\n',
  'lib/box.js': 'exports.open = () => 1;\n',
  'docs/reference.md': '# Reference\n\n`open<T>(x)` gives a List<String>, or {{ nothing }}. Back to [start](guide/start.md), [the guides](guide/README.md) or [home](../README.md).\n\nSee [the code](../lib/box.js) and [the licence](../LICENSE).\n\n## What\'s new?\n\nA lid.\n',
  'docs/guide/README.md': '# Guides\n\n- [Start](start.md)\n- [Next](02-next-steps.md)\n- [Notes](../notes/a%20b.md)\n',
  'docs/guide/start.md': '---\nsidebar_position: 1\n---\n\n# Getting started\n\n## First\n\nOpen it. Then [go on](./02-next-steps.md#more) with <https://example.com/>.\n',
  'docs/guide/02-next-steps.md': '## More\n\nShut it, as the [reference](../reference.md) says. Up to [the guides](./README.md).\n',
  'docs/notes/a b.md': '# A & B\n\nA `note` with ![a picture](pic.png).\n',
  'docs/notes/pic.png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
};
const mkdocs = `site_name: The Box
site_url: https://box.example.org/docs/
repo_url: https://github.com/acme/tiny-box
theme:
  name: material
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - Welcome: index.md
  - User guide:
      - guide/start.md
      - Going on: guide/02-next-steps.md
  - Elsewhere: https://example.com/
  - Gone: gone.md
`;

// What each generator gets wrong when nobody helps it.
const classes = {
  'docs/title.md': '<h1 align="center">The <em>lid</em></h1>\n\n<p align="center">\n  <a href="reference.md"><img src="notes/pic.png" width="1"></a>\n\nText that is never closed, <b>bold.\n\n<h2>In HTML</h2>\n\nSee [above](#in-html), [whats new](reference.md#whats-new) and [Shouted](reference.md#WHATS-NEW).\n',
  'docs/pictures.md': '# Pictures\n\n<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="notes/pic.png 1x, ../logo.png 2x">\n  <img alt="Box" src="notes/pic.png">\n</picture>\n\n![gone](gone.png) <img src="gone.png" alt="gone"> [data](data.json) [nowhere](nowhere.md) [page](guide/start.html) [root](/guide/start.md)\n',
  'docs/data.json': '{}\n',
  'docs/\u6307\u5357/\u5f00\u59cb.md': '# \u5f00\u59cb\n\n## \u7b2c\u4e00 \u6b65\n\n[\u4e0b](\u4e0b\u4e00 \u6b65.md#\u5b8c) [\u672c](#\u7b2c\u4e00-\u6b65)\n',
  'docs/\u6307\u5357/\u4e0b\u4e00 \u6b65.md': '# \u4e0b\u4e00\u6b65\n\n## \u5b8c\n\n[\u4e0a](%E5%BC%80%E5%A7%8B.md)\n',
  'docs/jekyll.md': '---\nlayout: guide\ntags: a b\n---\n\n# From elsewhere\n\nA `{{ brace }}`, a {{ brace }} and <T>(x).\n',
};

// A command that others may run beside: what it fetches takes minutes.
function slowly(program, args, options) {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 800_000, maxBuffer: 64 << 20, ...options }, (error, out, err) => {
      resolve({ code: error ? error.code ?? error.signal : 0, out, err });
    });
  });
}

// Runs migrate, checks that the checkout is untouched, merges, and answers what changed.
async function migrate(world, repo, tool) {
  const print = checkoutPrint(repo);
  const done = await slowly(pawlProgram, ['migrate', repo, '--to', tool, '--yes', '--json'], { cwd: world.folder, env: world.env });
  assert.equal(done.code, 0, done.err);
  assert.equal(checkoutPrint(repo), print);
  const document = JSON.parse(done.out);
  const changed = git(repo, '-c', 'core.quotePath=false', 'diff', '--name-status', 'main', document.branch).split('\n').map((line) => line.replace('\t', ' '));
  const { body, title } = JSON.parse(pawl(world, ['pr', 'show', String(document.pr.number), repo, '--json']).out);
  assert.match(body, /\d+ pages?, \d+ links? on the site, none dead/, 'it is proposed because it was built, and its links hold');
  assert.equal(pawl(world, ['pr', 'merge', String(document.pr.number), repo]).code, 0);
  return { ...done, document, changed, body, title, read: (file) => fs.readFileSync(path.join(repo, file), 'utf8') };
}

// A repository that ignores what is built already has one commit only, which is built once.
const sites = {
  vitepress: { node: 18, folder: 'docs', out: 'docs/.vitepress/dist', build: ['vitepress', 'build'], page: (name) => `${name}.html` },
  docusaurus: { node: 20, large: true, folder: 'website', out: 'website/build', build: ['docusaurus', 'build', '--no-minify'], more: { '.gitignore': 'node_modules/\n.docusaurus/\nbuild/\n' }, page: (name) => (name.endsWith('index') ? `${name}.html` : `${name}/index.html`) },
};

// Why the real tool cannot be had; empty when it can.
function whyNoNpm() {
  const ping = spawnSync('npm', ['view', 'vitepress@1.6.4', 'version'], { encoding: 'utf8', timeout: 60_000 });
  return ping.status === 0 && ping.stdout.includes('1.6.4') ? '' : 'npm, or the packages, cannot be reached from here';
}

// A world whose runs may fetch the packages of a generator.
function onlineWorld() {
  const world = makeWorld();
  world.env.PAWL_CHECKS_PREPARE = 'true';
  return world;
}

// The packages that the run fetched, so that nobody fetches them again.
function fetchedModules(world) {
  const found = fs.readdirSync(world.folder, { recursive: true }).find((name) => /npm-[0-9a-f]+\/modules-0$/.test(name));
  return found && path.join(world.folder, found);
}

// Side by side, as npm mostly waits.
describe('sites that their own command builds', { concurrency: true }, () => {
  for (const [tool, site] of Object.entries(sites)) {
    test(`a repository of documents becomes a ${tool} site that its own command builds`, { timeout: 900_000 }, async (context) => {
      const node = Number(process.versions.node.split('.')[0]);
      if (node < site.node) { context.skip(`not built: ${tool} needs Node ${site.node}, here is ${node}`); return; }
      // What it needs is large, and each build of it takes both processors of a small machine for a minute.
      const large = site.large && tooLarge('migrate');
      if (large) { context.skip(large); return; }
      const why = whyNoNpm();
      if (why) { context.skip(`not built: ${why}`); return; }
      const world = onlineWorld();
      try {
        const repo = makeRepo(world, { ...files, ...classes, ...site.more });
        const done = await migrate(world, repo, tool);
        for (const line of done.changed) assert.match(line, /^A |^M \.gitignore$/, 'nothing is moved or rewritten');
        const manifest = JSON.parse(done.read(`${site.folder}/package.json`));
        for (const version of Object.values(manifest.devDependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
        const index = done.read('docs/index.md');
        assert.match(index, /\[the guide\]\(guide\/start\.md#first\)/);
        assert.match(index, /\[licence\]\(https:\/\/github\.com\/acme\/tiny-box\/blob\/HEAD\/LICENSE\)/);
        assert.match(index, /!\[A box\]\(\.\.\/logo\.png\) <img src="\.\.\/logo\.png"/);
        assert.match(index, /\[ref\]: reference\.md\n/);
        assert.match(index, /cat \[x\]\(docs\/reference\.md\)/, 'code stays as it is');
        assert.match(done.body, /## Left to you[^]*words without a link on the site: [^]*nowhere/);
        assert.match(done.read('.gitignore'), new RegExp(`^${site.more ? '' : `/${site.folder}/`}node_modules/$`, 'm'));

        const again = pawl(world, ['migrate', repo, '--to', tool, '--yes']);
        assert.equal(again.code, 3, again.err);
        assert.match(again.err, /already/);

        const folder = path.join(repo, site.folder);
        assert.equal(spawnSync('cp', ['-al', fetchedModules(world), path.join(folder, 'node_modules')]).status, 0);
        const built = await slowly('npm', ['exec', '--offline', '--', ...site.build], { cwd: folder, env: { ...process.env, CI: '1' } });
        assert.equal(built.code, 0, built.out + built.err);
        const out = path.join(repo, site.out);
        const pages = { index: 'Tiny Box', reference: 'Reference', 'guide/index': 'Guides', 'guide/start': 'Getting started', 'guide/02-next-steps': 'Shut it', 'notes/a b': 'A &amp; B', '指南/开始': '第一 步', title: 'never closed', pictures: 'Pictures', jekyll: 'From elsewhere' };
        const text = (name) => fs.readFileSync(path.join(out, site.page(name)), 'utf8').replaceAll(/&#123;/g, '{');
        for (const [name, says] of Object.entries(pages)) {
          assert.ok(fs.existsSync(path.join(out, site.page(name))), `${site.page(name)} is there: ${fs.readdirSync(out, { recursive: true }).filter((each) => each.endsWith('.html'))}`);
          assert.ok(text(name).includes(says), `${name} says ${says}`);
        }
        assert.match(text('reference'), /\{\{ nothing \}\}/);
        assert.match(text('jekyll'), /a \{\{ brace \}\} and /);
        if (tool === 'vitepress') assert.match(text('jekyll'), /&lt;T(&gt;|>)\(x\)/, 'Vue takes no tag for a component');
        for (const to of ['lib/box.js', 'LICENSE']) {
          assert.ok(text('reference').includes(`https://github.com/acme/tiny-box/blob/HEAD/${to}`), `${to} is at the forge`);
        }
        assert.match(text('title'), /<title[^>]*>The lid/);
        assert.equal(text('title').match(/<h1/g).length, 1, 'the heading stands there once');
        assert.match(text('title'), /id="in-html"/);
        assert.doesNotMatch(text('pictures'), /gone\.png|nowhere\.(md|html)/);
        assert.match(text('pictures'), /srcset="[^"]+( 1x)?, ?[^"]+ 2x"/i);
        const start = text('index');
        for (const title of ['Getting started', 'Guides', 'Reference', 'A &amp; B']) assert.ok(start.includes(title), `the navigation has ${title}`);
        assert.equal(git(repo, 'status', '--porcelain').split('\n').filter((line) => !/package-lock\.json|node_modules$/.test(line)).join('\n'), '', 'what the build leaves behind is ignored');
        if (tool !== 'vitepress') return;

        await context.test('the packages are kept for the next repository, and MkDocs hands over what it said', { skip: tooLarge('migrate') }, async () => {
          const other = makeRepo(world, { ...files, 'mkdocs.yml': mkdocs, 'docs/index.md': '# Box\n\n[Start](guide/start.md)\n', '.gitignore': 'node_modules\n' }, 'other');
          const next = await migrate(world, other, tool);
          assert.deepEqual(next.changed, ['M .gitignore', 'A docs/.vitepress/config.mjs', 'A docs/package.json']);
          assert.equal(next.read('.gitignore'), 'node_modules\n\n# Site of the documents\n/docs/.vitepress/cache/\n/docs/.vitepress/dist/\n');
          const config = next.read('docs/.vitepress/config.mjs');
          assert.match(config, /"title": "The Box"/);
          assert.match(config, /"base": "\/docs\/"/);
          const sidebar = config.slice(config.indexOf('"sidebar"'));
          const order = ['Welcome', 'User guide', 'Getting started', 'Going on', 'Elsewhere'].map((each) => sidebar.indexOf(`"text": "${each}"`));
          assert.deepEqual(order, [...order].sort((a, b) => a - b));
          assert.ok(order.every((at) => at > 0));
          assert.doesNotMatch(config, /Gone/);
          for (const says of [/gone\.md, which is no page/, /leaves out .*reference\.md/, /settings of MkDocs \(mkdocs\.yml\) stay/]) assert.match(next.err, says);
        });
      } finally {
        world.remove();
      }
    });
  }
});

const noMkdocs = spawnSync('mkdocs', ['--version']).status === 0 ? false : 'not built: mkdocs is not installed';

test('an MkDocs site is made, built, and has no dead link', { skip: noMkdocs }, async () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, { ...files, ...classes });
    const done = await migrate(world, repo, 'mkdocs');
    assert.deepEqual(done.changed, ['A .gitignore', 'A docs/index.md', 'A mkdocs.yml', 'A mkdocs_hooks.py']);
    const config = done.read('mkdocs.yml');
    assert.match(config, /^site_name: tiny-box$/m);
    assert.match(config, /^site_url: "https:\/\/acme\.github\.io\/tiny-box\/"$/m);
    assert.match(config, /^ {2}- Guides:\n {6}- Guides: guide\/README\.md\n {6}- Getting started: guide\/start\.md\n {6}- Next steps: guide\/02-next-steps\.md\n/m);
    for (const [, page] of config.matchAll(/: "?([^\s"][^"\n]*\.md)"?$/gm)) assert.ok(fs.existsSync(path.join(repo, 'docs', page)), page);
    const built = spawnSync('mkdocs', ['build'], { cwd: repo, encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
    const text = (page) => fs.readFileSync(path.join(repo, 'site', page), 'utf8');
    for (const page of ['index.html', 'reference/index.html', 'guide/index.html', 'guide/start/index.html', 'guide/02-next-steps/index.html', 'notes/a b/index.html', '指南/开始/index.html']) {
      assert.ok(fs.existsSync(path.join(repo, 'site', page)), page);
    }
    assert.match(text('index.html'), /<img alt="A box" src="files\/logo\.png"/, 'pictures beside the documents come along');
    assert.ok(fs.existsSync(path.join(repo, 'site/files/logo.png')));
    assert.match(text('pictures/index.html'), /srcset="\.\.\/notes\/pic\.png 1x, \.\.\/files\/logo\.png 2x"/);
    assert.match(text('title/index.html'), /href="\.\.\/reference\/#whats-new"/);
    assert.match(text('title/index.html'), /<h2 id="in-html">/);
    assert.equal(git(repo, 'status', '--porcelain'), '');
  } finally {
    world.remove();
  }
});

// Repositories whose documents are written for something else, or are a README alone.
const others = {
  'documents of Sphinx': {
    files: {
      'docs/conf.py': 'project = "Box"\n',
      'docs/index.rst': 'Box\n===\n\n.. toctree::\n   :caption: Guide\n\n   guide/start\n   notes\n\n.. image:: _static/pic.png\n   :alt: pic\n\nSee :ref:`first` and :doc:`notes`.\n',
      'docs/guide/start.rst': 'Start\n=====\n\n.. _first:\n\nFirst steps\n-----------\n\n.. warning::\n\n   Mind the *lid*.\n\n.. code-block:: python\n\n   box.open()\n\n.. autoclass:: box.Box\n.. autoclass:: box.Lid\n',
      'docs/notes.md': '(noted)=\n# Notes\n\n```{tip}\nPush {kbd}`Enter`.\n```\n\nBack to {doc}`guide/start`, [here](noted).\n',
      'docs/_static/pic.png': files['logo.png'],
    },
    page: 'guide/start/index.html',
    says: [/<h2 id="first-steps">/, /<blockquote>\s*<p><strong>Warning/, /box\.open\(\)/],
    never: /autoclass/,
    told: /without autoclass \(2 times\)/,
    nav: /- Guide:\n {6}- Start: guide\/start\.md\n {6}- Notes: notes\.md/,
  },
  'documents of Jekyll': {
    files: {
      '_config.yml': 'title: Box\n',
      'docs/index.md': '---\nlayout: home\n---\n# Box\n{: .no_toc }\n\n[Start]({{ site.baseurl }}/docs/start/) [it]({% link docs/start.md %}) {% include badge.html %}\n',
      'docs/start.md': '---\nlayout: page\ntitle: Start\npermalink: /docs/start/\n---\n# Start\n\n{% raw %}`{{ x }}`{% endraw %} {{ page.name }}\n',
    },
    page: 'start/index.html',
    says: [/<code>\{\{ x \}\}<\/code> \{\{ page\.name \}\}/],
    never: /endraw|no_toc/,
    told: /without \{% include %\}, \{\{ \}\}/,
    nav: /- Start: start\.md/,
  },
  'a README.rst alone': {
    files: { 'README.rst': '===\nBox\n===\n\nOpens, see `LICENSE <LICENSE>`_ and `Use`_.\n\nUse\n---\n\n* ``open()``\n\n.. image:: logo.png\n', 'logo.png': files['logo.png'], LICENSE: 'MIT\n', 'package.json': files['package.json'] },
    page: 'index.html',
    says: [/<h1 id="box">Box/, /href="#use"/, /blob\/HEAD\/LICENSE/, /src="files\/logo\.png"/],
    never: /\.\. image/,
    told: /^A MkDocs site of the documents$/,
    nav: /- Box: index\.md/,
  },
  'a README without ending': {
    files: { README: 'Box <1.0>\n\n    open it\n  *shut* it\n' },
    page: 'index.html',
    says: [/\*shut\* it/, /open it/],
    never: /<em>shut/,
    told: /^A MkDocs site of the documents$/,
    nav: /index\.md/,
  },
  'a readme.md of HTML': {
    files: { 'readme.md': '<div align="center">\n<h1>\n<img src="logo.png" alt="">\nBox\n</h1>\n\n**Bold** in it\n\n<picture><source srcset="logo.png"><img src="logo.png"></picture>\n<p><a href="#use">Use</a> <a href="LICENSE">MIT</a> <a href="gone.md">gone</a>\n</div>\n\n<h2>Use</h2>\n', 'logo.png': files['logo.png'], LICENSE: 'MIT\n' },
    page: 'index.html',
    says: [/<h2 id="use">/, /<strong>Bold<\/strong> in it/, /srcset="files\/logo\.png"/, /<a>MIT<\/a>/],
    never: /gone\.md/,
    told: /without 1 link$/,
    nav: /- Box: index\.md/,
  },
};

for (const [what, one] of Object.entries(others)) {
  test(`${what} become a site, and what cannot be shown is told`, { skip: noMkdocs }, async () => {
    const world = makeWorld();
    try {
      const repo = makeRepo(world, one.files);
      const done = await migrate(world, repo, 'mkdocs');
      for (const line of done.changed) assert.match(line, /^A |^M \.gitignore$/, 'nothing is moved or rewritten');
      assert.match(done.title, one.told);
      assert.match(done.read('mkdocs.yml'), one.nav);
      const built = spawnSync('mkdocs', ['build'], { cwd: repo, encoding: 'utf8' });
      assert.equal(built.status, 0, built.stderr);
      const page = fs.readFileSync(path.join(repo, 'site', one.page), 'utf8');
      for (const says of one.says) assert.match(page, says);
      assert.doesNotMatch(page, one.never);
    } finally {
      world.remove();
    }
  });
}

test('a site that was not built is not proposed', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const before = git(repo, 'for-each-ref');
    const done = pawl(world, ['migrate', repo, '--to', 'vitepress', '--yes', '--json']);
    assert.equal(done.code, 6, done.err);
    const document = JSON.parse(done.out);
    assert.match(document.reason, /nothing is proposed, for it was not built: its dependencies are not installed here \(vitepress\); the branch was not published/);
    assert.equal(document.pr, null);
    assert.deepEqual(JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out).pulls, []);
    assert.equal(git(repo, 'for-each-ref').split('\n').filter((line) => /refs\/heads/.test(line)).join('\n'), before.split('\n').filter((line) => /refs\/heads/.test(line)).join('\n'));
  } finally {
    world.remove();
  }
});

test('what cannot be done says why, and nothing else happens', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, { 'main.c': 'int main(void) { return 0; }\n' });
    const rows = [
      [['migrate', repo], 2, /--to is missing/],
      [['migrate', repo, '--to', 'hugo'], 2, /no generator "hugo"; there are vitepress, mkdocs, docusaurus/],
      [['migrate', repo, '--to', 'mkdocs', '--yes'], 3, /no Markdown document, and no README/],
      [['run', repo, '--scope', 'migrate', '--yes'], 2, /pawl migrate --help/],
    ];
    for (const [args, code, says] of rows) {
      const done = pawl(world, args);
      assert.equal(done.code, code, done.err);
      assert.match(done.err, says);
    }
    assert.deepEqual(runFolders(world), []);
  } finally {
    world.remove();
  }
});
