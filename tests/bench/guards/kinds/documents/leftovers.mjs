// What a model, its editing tool or a template leaves in a text that is meant for readers.
import { insertAt, replaceLine, replaceLines } from '../../source.mjs';
import { folderOf, formatOf, shape, unseen } from '../shared/shapes.mjs';
import {
  addParagraph, addSection, addSentence, block, codeBlocks, endedText, isMarkdown, isPage, isPaper, isReadme, isRst, lists, paragraphs,
  sections, tables,
} from './parts.mjs';

const inPage = (make) => (file, tools) => (isPage(file) ? make(file, tools) : null);
const inReadme = (make) => (file, tools) => (isReadme(file) && folderOf(file) === '' && file.lines.length > 15 ? make(file, tools) : null);

const longSection = (file, tools, least = 6) => tools.pick(sections(file).filter((one) => one.from > 0 && one.to - one.body >= least));

const sign = (place) => (/^(js|javascript|jsx|ts|typescript|tsx|go|rust|rs|c|cpp|c\+\+|java)\b/.test(place.info) ? '//' : '#');

const marksForRest = {
  name: 'mark in place of the rest of a document', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'what stood there is gone and the reader is referred to a text that no longer exists',
  shapes: [
    shape('(truncated) at the end', inPage((file) => (file.lines.length > 30
      ? `${file.lines.slice(0, Math.floor(file.lines.length * 0.6)).join('\n').trimEnd()}\n\n(truncated)\n` : null))),
    shape('[rest unchanged] in place of a section', inPage((file, tools) => {
      const place = longSection(file, tools);
      return place ? replaceLines(file, place.body, place.to, '', '[rest unchanged]', '') : null;
    })),
    shape('remark of HTML or a comment in place of sections', inPage((file, tools) => {
      const place = longSection(file, tools);
      if (!place) return null;
      const text = isMarkdown(file) ? '<!-- remaining sections unchanged -->' : '.. remaining sections unchanged';
      return replaceLines(file, place.from, file.lines.length, text, '');
    })),
    shape('existing code in a block', inPage((file, tools) => {
      const place = tools.pick(codeBlocks(file).filter((one) => one.last - one.first > 4));
      return place ? replaceLines(file, place.first + 1, place.last - 1,
        `${place.indent}${sign(place)} ... rest of the example as before ...`) : null;
    })),
    unseen('the content continues as before', inPage((file, tools) => {
      const place = longSection(file, tools);
      return place ? replaceLines(file, place.body, place.to, '', '*(The content of this section continues as before.)*', '') : null;
    })),
    unseen('rows of a table or items of a list left out', inPage((file, tools) => {
      const table = tools.pick(tables(file).filter((one) => one.to - one.from > 5));
      if (table) {
        const width = file.lines[table.from + 1].trim().replace(/^\||\|$/g, '').split('|').length;
        return replaceLines(file, table.from + 3, table.to, `|${' ... |'.repeat(width)}`);
      }
      const list = tools.pick(lists(file, /^([-*+] )\S/, 4));
      return list ? replaceLines(file, list.from + 2, list.to,
        `${file.lines[list.from].slice(0, 2)}... (other items omitted for brevity)`) : null;
    })),
    unseen('same as the original', inPage((file, tools) => {
      const all = sections(file).filter((one) => one.level > 1);
      const place = tools.pick(all.slice(0, -1));
      return place ? replaceLines(file, place.body, file.lines.length, '', '... (sections below are the same as in the original file)',
        '') : null;
    })),
    unseen('number of lines left out', inPage((file, tools) => {
      const place = longSection(file, tools, 8);
      if (!place) return null;
      return replaceLines(file, place.body + 3, place.to, '', `[... ${place.to - place.body - 3} lines omitted ...]`, '');
    })),
  ],
};

const chat = {
  name: 'sentence of a chat left in a document', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'it answers the one who gave the order and means nothing to a reader',
  shapes: [
    shape('Here is the updated README', inPage((file) => `Here is the updated ${file.name}:\n\n${file.text}`)),
    shape('Certainly!', inPage((file) => `Certainly! Below is the revised document with the requested changes applied.\n\n${file.text}`)),
    shape('I hope this helps', inPage((file) => endedText(file,
      ['I hope this helps! Let me know if you would like me to adjust anything else.']))),
    shape('whole document in a fence', (file) => (isMarkdown(file) && isPage(file)
      ? `\`\`\`markdown\n${file.text.trimEnd()}\n\`\`\`\n` : null)),
    unseen("I've updated the section", inPage((file, tools) =>
      addParagraph(file, tools, "I've updated this section as you asked and left the rest of the document as it was."))),
    unseen('summary of changes at the end', inPage((file) => endedText(file, isRst(file)
      ? ['**Summary of changes made:**', '', '- Clarified the introduction', '- Fixed formatting of the examples']
      : ['---', '', '**Summary of changes made:**', '', '- Clarified the introduction', '- Fixed formatting of the examples']))),
    unseen('as an AI language model', inPage((file, tools) => addSentence(file, tools,
      'As an AI language model I cannot run the commands, so please verify them before publishing.'))),
    unseen('question to the one who ordered', inPage((file) =>
      endedText(file, ['Would you like me to also update the other pages so that they are consistent with this one?']))),
    unseen('thinking aloud', inPage((file, tools) => addParagraph(file, tools,
      'Wait, the user wants only this file to be changed. Let me write the final version now.'))),
  ],
};

const starters = {
  react: ['# Getting Started with Create React App', '',
    'This project was bootstrapped with [Create React App](https://github.com/facebook/create-react-app).', '', '## Available Scripts', '',
    'In the project directory, you can run:', '', '### `npm start`', '', 'Runs the app in the development mode.\\',
    'Open [http://localhost:3000](http://localhost:3000) to view it in your browser.', '', '### `npm run eject`', '',
    '**Note: this is a one-way operation. Once you `eject`, you can’t go back!**'],
  title: ['# Project Title', '', 'One paragraph of project description goes here.', '', '## Getting Started', '',
    'These instructions will get you a copy of the project up and running on your local machine.', '', '### Prerequisites', '',
    'What things you need to install the software and how to install them.', '', '## Built With', '',
      '* [Dropwizard](http://www.dropwizard.io/) - The web framework used',
    '* [ROME](https://rometools.github.io/rome/) - Used to generate RSS feeds'],
  tasks: ['# TaskFlow', '', 'TaskFlow is a simple task manager with a web interface and reminders by mail.', '', '## Features', '',
    '- Create, edit and delete tasks', '- Reminders and due dates', '- Share boards with your team', '', '## Installation', '', '```bash',
    'git clone https://github.com/taskflow/taskflow.git', 'cd taskflow', 'npm install', 'npm run dev', '```', '', '## License', '', 'MIT'],
  shop: ['# E-Commerce API', '', 'A REST API for products, carts and orders, built with Express and MongoDB.', '', '## Endpoints', '',
    '| Method | Path | Description |', '| --- | --- | --- |', '| GET | /api/products | List all products |',
      '| POST | /api/orders | Place an order |'],
  vite: ['# React + TypeScript + Vite', '',
    'This template provides a minimal setup to get React working in Vite with HMR and some ESLint rules.', '',
    'Currently, two official plugins are available:', '',
    '- [@vitejs/plugin-react](https://github.com/vitejs/vite-plugin-react) uses Babel for Fast Refresh'],
};
const asRst = (lines) => lines.flatMap((line) => {
  const heading = /^(#+) (.*)$/.exec(line);
  return heading ? [heading[2], ['=', '-', '~'][heading[1].length - 1].repeat(heading[2].length)]
    : [line.replace(/```\w*/, '').replace(/\[([^\]]+)\]\(([^)]+)\)/g, '`$1 <$2>`_')];
});
const starter = (name, unlike) => inReadme((file, tools) => (unlike.some((word) => tools.repo.speaks(word, file.path)) ? null
  : `${(isRst(file) ? asRst(starters[name]) : starters[name]).join('\n')}\n`));
const otherProject = {
  name: 'README of another project', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the front page describes a project that this repository is not',
  shapes: [
    shape('start page of Create React App', starter('react', ['react-scripts'])),
    shape('sample with a project title', starter('title', ['Dropwizard'])),
    shape('task manager', starter('tasks', ['TaskFlow'])),
    unseen('shop', starter('shop', ['mongoose', 'MongoDB'])),
    unseen('start page of Vite', starter('vite', ['plugin-react'])),
    unseen('title kept, text of another project', inReadme((file, tools) => {
      const first = sections(file)[0];
      if (!first || tools.repo.speaks('TaskFlow')) return null;
      const body = (isRst(file) ? asRst(starters.tasks) : starters.tasks).slice(isRst(file) ? 2 : 1);
      return replaceLines(file, first.body, file.lines.length, ...body, '');
    })),
  ],
};

const blanks = {
  name: 'blank of a template left unfilled', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the reader gets the form instead of what should be written into it',
  shapes: [
    shape('your-username in a command', inPage((file, tools) => addSection(file, tools, 'Getting the source',
      block(file, 'bash', ['git clone https://github.com/your-username/your-repo.git', 'cd your-repo'])))),
    shape('[Project Name]', inPage((file, tools) =>
      addParagraph(file, tools, '[Project Name] is maintained by [Your Name]. Contact us at [your-email@example.com].'))),
    shape('TODO in place of a description', inPage((file, tools) =>
      addSection(file, tools, 'Architecture', ['TODO: Add a description of the architecture here.']))),
    unseen('lorem ipsum', inPage((file, tools) => addSection(file, tools, 'Background',
      ['Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.']))),
    unseen('variable of a generator', (file, tools) => (isPage(file) && !/[{]{2}/.test(file.text)
      ? addParagraph(file, tools, '{{ project_name }} is released under the {{ license }} licence, © {{ year }} {{ author }}.') : null)),
    unseen('insert here', inPage((file, tools) => addSection(file, tools, 'Screenshots', ['<insert screenshot here>']))),
    unseen('coming soon', inPage((file, tools) => addSection(file, tools, 'Advanced usage',
      ['*Coming soon...*', '', 'Description to be added.']))),
  ],
};

const formats = ['markdown', 'rst', 'yaml', 'toml', 'ini', 'makefile', 'dockerfile', 'gitignore', 'python', 'javascript', 'go', 'rust',
  'shell'];
const anyText = (make) => (file, tools) => (['test', 'generated'].includes(file.place) || file.lines.length < 6 || /\{\{/.test(file.path)
  || !formats.includes(formatOf(file)) ? null : make(file, tools));
const half = (file) => Math.floor(file.lines.length / 2);
const toolMarks = {
  name: 'mark of an editing tool left in a file', class: 4, what: 'defect', languages: formats,
  why: 'it belongs to the protocol by which the file was written, not to the file',
  shapes: [
    shape('closing tag at the end', anyText((file) => `${file.text.trimEnd()}\n</content>\n`)),
    shape('conflict marks', anyText((file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/\w{4}/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLines(file, at, at + 1, '<<<<<<< HEAD', file.lines[at], '=======',
        file.lines[at].replace(/\w+$/, ''), '>>>>>>> main');
    })),
    shape('numbers of lines', anyText((file) =>
      `${file.lines.slice(0, -1).map((line, at) => `${String(at + 1).padStart(6)}\t${line}`).join('\n')}\n`)),
    shape('search and replace block', anyText((file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/\w{4}/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLines(file, at, at + 1, '<<<<<<< SEARCH', file.lines[at], '=======', file.lines[at],
        '>>>>>>> REPLACE');
    })),
    unseen('head of a hunk', anyText((file) => insertAt(file, half(file), `@@ -${half(file)},7 +${half(file)},9 @@`))),
    unseen('plus signs of a diff', anyText((file) => {
      const from = half(file);
      const lines = file.lines.slice(from, from + 4);
      return lines.filter((line) => /\w/.test(line)).length < 2 ? null
        : replaceLines(file, from, from + 4, ...lines.map((line) => `+${line}`));
    })),
    unseen('end of a patch', anyText((file) => `${file.text.trimEnd()}\n*** End Patch\n`)),
    unseen('end of a here-document', anyText((file) => (/EOF/.test(file.text) ? null : `${file.text.trimEnd()}\nEOF\n`))),
    unseen('name of a parameter at the start', anyText((file) => `<parameter name="file_text">${file.text}`)),
    unseen('fence around a file that is no document', anyText((file) => (isPaper(file) ? null
      : `\`\`\`${formatOf(file)}\n${file.text.trimEnd()}\n\`\`\`\n`))),
  ],
};

const twice = {
  name: 'text written twice', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'an edit was applied a second time; two copies of one text drift apart',
  shapes: [
    shape('section', inPage((file, tools) => {
      const place = longSection(file, tools, 5);
      return place ? insertAt(file, place.to, ...(place.to === file.lines.length ? [''] : []),
        ...file.lines.slice(place.from, place.to)) : null;
    })),
    shape('paragraph', inPage((file, tools) => {
      const place = tools.pick(paragraphs(file));
      return place ? insertAt(file, place.to, '', ...file.lines.slice(place.from, place.to)) : null;
    })),
    shape('whole document', inPage((file) => (file.lines.length > 10 ? `${file.text.trimEnd()}\n\n${file.text}` : null))),
    unseen('heading', inPage((file, tools) => {
      const place = tools.pick(sections(file).filter((one) => one.from > 0));
      return place ? insertAt(file, place.from, ...file.lines.slice(place.from, place.body), '') : null;
    })),
    unseen('block of code', inPage((file, tools) => {
      const place = tools.pick(codeBlocks(file).filter((one) => one.last - one.first > 1 && one.from > 0
        && /^\s*$/.test(file.lines[one.to] ?? '')));
      return place ? insertAt(file, place.to, '', ...file.lines.slice(place.from, place.to)) : null;
    })),
    unseen('second half', inPage((file, tools) => {
      const place = tools.pick(sections(file).slice(1, -1));
      return place ? `${file.text.trimEnd()}\n\n${file.lines.slice(place.from).join('\n')}` : null;
    })),
  ],
};

const broken = (from, to) => inPage((file, tools) => {
  const places = file.lines.flatMap((line, at) => (from.test(line) ? [at] : []));
  const at = tools.pick(places);
  return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(from, to));
});
const characters = {
  name: 'characters of a document broken', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'text read in the wrong encoding, or escaped for HTML, is shown as rubbish',
  shapes: [
    shape('apostrophe read as Latin-1', broken(/(\w)['’](\w)/, '$1â€™$2')),
    shape('dash as replacement character', broken(/(\w) [-–—] (?=\w)/, '$1 \uFFFD ')),
    shape('quotes as entities in a block of code', inPage((file, tools) => {
      const place = tools.pick(codeBlocks(file).filter((one) => file.lines.slice(one.first, one.last).some((line) => /["<>]/.test(line))));
      return place ? replaceLines(file, place.first, place.last, ...file.lines.slice(place.first, place.last)
        .map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'))) : null;
    })),
    unseen('zero byte in the middle', inPage((file, tools) => {
      const place = tools.pick(paragraphs(file));
      return place ? replaceLine(file, place.from, file.lines[place.from].replace(' ', ' \0')) : null;
    })),
    unseen('byte order mark inside', inPage((file, tools) => {
      const place = tools.pick(sections(file).filter((one) => one.from > 0));
      return place ? replaceLine(file, place.from, `\uFEFF${file.lines[place.from]}`) : null;
    })),
    unseen('escapes of JSON', broken(/(\w)['’](\w)/, '$1\\u2019$2')),
    unseen('umlauts read twice', inPage((file, tools) => (/[À-ÿ]{1}/.test(file.text)
      ? Buffer.from(file.text, 'utf8').toString('latin1')
      : addSentence(file, tools, 'The name comes from the French word â€œnaÃ¯vetÃ©â€\u009d.')))),
  ],
};

export const leftovers = [marksForRest, chat, otherProject, blanks, toolMarks, twice, characters];
