// References from Dockerfiles, compose files, Makefiles and CMakeLists.txt to what is not there.
import { insertAt, replaceLine } from '../../source.mjs';
import { keyAt, putInto } from '../shared/edits.mjs';
import { drivers, on } from '../shared/planted.mjs';
import { parsedJson, targetsOf } from '../shared/project.mjs';
import { absent, fileOf, folderOf, join, shape, swapped, unseen } from '../shared/shapes.mjs';

// Names that neither the root nor the folder of the file has.
export const missing = (base, tools, names) =>
  tools.pick(names.filter((name) => [name, join(folderOf(base), name)].every((path) => absent(tools.repo, [path]).length)
  && !tools.repo.names.some((other) => other.endsWith(`/${name}`))));
const oneOf = (...makers) => (file, tools) => tools.shuffle(makers).map((make) => make(file, tools)).find((made) => made !== null
  && made !== undefined) ?? null;

const docker = (edit) => on('dockerfile', edit);
// A line put behind the last WORKDIR or COPY of the first stage, or behind FROM, where no line is continued.
function dockerLine(base, text) {
  const first = (pattern) => base.lines.findIndex((line) => pattern.test(line) && !/\\\s*$/.test(line));
  const at = first(/^(WORKDIR|COPY) /i) >= 0 ? first(/^(WORKDIR|COPY) /i) : first(/^FROM /i);
  return at < 0 ? null : insertAt(base, at + 1, ...(Array.isArray(text) ? text : [text]));
}
const copying = (names, write) => docker((base, tools) => {
  const name = missing(base, tools, names);
  return name ? dockerLine(base, write(name)) : null;
});
const lostCopy = {
  name: 'Dockerfile copies a file that is not there', class: 11, what: 'defect', languages: ['dockerfile', ...drivers],
  why: 'docker stops at the copy and no image is built',
  shapes: [
    shape('settings', copying(['config/production.yml', 'settings.ini', 'config.yaml', 'conf/app.toml'], (name) => `COPY ${name} ./`)),
    shape('list of requirements', copying(['requirements.txt', 'requirements-prod.txt', 'constraints.txt', 'package-lock.prod.json'],
      (name) => `COPY ${name} /tmp/`)),
    shape('existing source a letter off', docker((base, tools) => {
      const at = tools.pick(base.lines.flatMap((line, index) => (/^COPY (?!--from)(--\S+ )*[\w./-]*[\w-]{3,}(\.\w+)? \S+$/.test(line)
        && !/^COPY (--\S+ )*\.\/? /.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLine(base, at, base.lines[at].replace(/([\w-]{3,})((?:\.\w+)?) (\S+)$/, '$1-main$2 $3'));
    })),
    unseen('script of the entry', copying(['docker-entrypoint.sh', 'docker/entrypoint.sh', 'entrypoint.sh'],
      (name) => [`COPY --chmod=0755 ${name} /usr/local/bin/`])),
    unseen('folder', copying(['deploy', 'docker/rootfs', 'public', 'migrations'], (name) => `COPY ${name}/ ./${name}/`)),
    unseen('form of a list', copying(['nginx.conf', 'supervisord.conf', 'uwsgi.ini'], (name) => `COPY ["${name}", "/etc/"]`)),
    unseen('one of several', docker((base, tools) => {
      const name = missing(base, tools, ['tsconfig.build.json', 'vendor.lock', 'poetry.lock', 'build.properties']);
      return name ? swapped(base.text, /^COPY (?!--from)((?:--\S+ )*)((?!\. )[\w.-]+(?: [\w.-]+)*) (\.\/|\.)$/m,
        (_, flags, sources, target) => `COPY ${flags}${sources} ${name} ${target.endsWith('/') ? target : './'}`) : null;
    })),
    unseen('ADD', copying(['assets.tar.gz', 'dist/app.tar.gz', 'rootfs.tar'], (name) => `ADD ${name} /opt/`)),
  ],
};

const lostStage = {
  name: 'Dockerfile names a stage or runs a file that is not there', class: 11, what: 'defect', languages: ['dockerfile', ...drivers],
  why: 'the build or the start of the container fails',
  shapes: [
    shape('stage that is not there',
      docker((base) => swapped(base.text, /^COPY --from=([a-z]\w*) /m, (_, name) => `COPY --from=${name}-stage `))),
    shape('module of the command',
      docker((base, tools) => (tools.repo.hasFolder('service') ? null
        : swapped(base.text, /^CMD .*$/m, 'CMD ["python", "-m", "service.main"]')))),
    shape('script that is run', docker((base, tools) => {
      const name = missing(base, tools, ['scripts/build.sh', 'docker/install.sh', 'scripts/setup.sh']);
      const at = base.lines.findIndex((line) => /^COPY \. /.test(line));
      return name && at >= 0 ? insertAt(base, at + 1, `RUN ./${name}`) : null;
    })),
    unseen('stage of the base', docker((base) => `${base.text.trimEnd()}\n\nFROM runtime-base AS final\nCOPY --from=assets /out /out\n`)),
    unseen('entry that nobody copied', docker((base, tools) => {
      const name = missing(base, tools, ['docker-entrypoint.sh', 'entrypoint.sh']);
      return name && !/ENTRYPOINT/.test(base.text) ? swapped(base.text, /^CMD /m, `ENTRYPOINT ["/src/${name}"]\nCMD `) : null;
    })),
    unseen('script of package.json', docker((base, tools) => {
      const scripts = parsedJson(tools.repo, 'package.json')?.scripts;
      const at = base.lines.findIndex((line) => /^COPY \. /.test(line));
      return scripts && folderOf(base) === '' && !scripts['build:docker'] && at >= 0
        ? insertAt(base, at + 1, 'RUN npm run build:docker') : null;
    })),
    unseen('file of the command', docker((base, tools) => {
      const name = missing(base, tools, ['server.js', 'run.py', 'manage.py']);
      return name ? swapped(base.text, /^CMD .*$/m, `CMD ["${name.endsWith('py') ? 'python' : 'node'}", "${name}"]`) : null;
    })),
  ],
};

const team = (edit) => on('compose', edit);
const intoService = (make) => team((base, tools) => {
  const lines = make(base, tools);
  return lines ? putInto(base, ['services', '*'], ...lines) : null;
});
const noKey = (base, key) => {
  const at = keyAt(base, ['services', '*']);
  return keyAt(base, ['services', '*', key]) < 0 && at >= 0;
};
const lostCompose = {
  name: 'compose file refers to what is not there', class: 11, what: 'defect', languages: ['yaml', ...drivers],
  why: 'docker compose refuses the file or cannot build the service',
  shapes: [
    shape('service that another waits for', team((base) => (keyAt(base, ['services', '*', 'depends_on']) >= 0
      ? swapped(base.text, /^(\s+)depends_on:\s*\n(\s+)- .*$/m, (whole, indent, inner) => `${whole}\n${inner}- migrations`)
      : putInto(base, ['services', '*'], 'depends_on:', '  - migrations')))),
    shape('folder of the build',
      team((base, tools) => (missing(base, tools, ['worker-app'])
        ? swapped(base.text, /^(\s+)build:.*$/m, (whole, indent) => (/build:\s*\S/.test(whole) ? `${indent}build: ./worker-app` : whole))
      ?? swapped(base.text, /^(\s+)context:.*$/m, (_, indent) => `${indent}context: ./worker-app`) : null))),
    shape('file of the environment', intoService((base, tools) => (noKey(base, 'env_file') && missing(base, tools, ['deploy/service.env'])
      ? ['env_file:', '  - deploy/service.env'] : null))),
    unseen('volume that nobody declares',
      team((base) => (/pgdata/.test(base.text) ? null
        : `${base.text.trimEnd()}\n`.replace(/^(\s+)volumes:\s*\n(\s+)- /m,
        (whole, indent, inner) => `${indent}volumes:\n${inner}- reports:/reports\n${inner}- `)))),
    unseen('network that nobody declares',
      team((base) => (/backplane/.test(base.text) ? null : noKey(base, 'networks')
        ? putInto(base, ['services', '*'], 'networks:', '  - backplane')
        : swapped(base.text, /^(\s+)networks:\s*\n(\s+)- .*$/m, (whole, indent, inner) => `${whole}\n${inner}- backplane`)))),
    unseen('Dockerfile of another name',
      team((base, tools) => (missing(base, tools, ['Dockerfile.dev'])
        ? swapped(base.text, /^(\s+)dockerfile:.*$/m, (_, indent) => `${indent}dockerfile: Dockerfile.dev`)
      ?? swapped(base.text, /^(\s+)build: (\S+)$/m, (_, indent, context) =>
      `${indent}build:\n${indent}  context: ${context}\n${indent}  dockerfile: Dockerfile.dev`) : null))),
    unseen('service that another extends',
      intoService((base) => (noKey(base, 'extends') ? ['extends:', '  service: base-service'] : null))),
    unseen('secret that nobody declares', intoService((base) => (/secrets:/.test(base.text) ? null : ['secrets:', '  - signing_key']))),
    unseen('file that is mounted', team((base, tools) => (!missing(base, tools, ['config/proxy.conf']) ? null
      : swapped(base.text, /^(\s+)volumes:\s*\n(\s+)(?=- )/m,
      (whole, indent, inner) => `${indent}volumes:\n${inner}- ./config/proxy.conf:/etc/proxy.conf:ro\n${inner}`)
        ?? putInto(base, ['services', '*'], 'volumes:', '  - ./config/proxy.conf:/etc/proxy.conf:ro')))),
  ],
};

const made = (edit) => on('makefile', edit);
const ownTargets = (base) => targetsOf(base.text);
const recipe = (base, tools) => {
  const found = base.lines.flatMap((line, at) => (/^[a-z][\w-]*:(?![=:])/.test(line) && /^\t/.test(base.lines[at + 1] ?? '')
    && !/\\$/.test(base.lines[at + 1]) ? [at] : []));
  return tools.pick(found);
};
const intoRecipe = (names, write) => made((base, tools) => {
  const name = missing(base, tools, names);
  const at = recipe(base, tools);
  return name && at !== undefined ? insertAt(base, at + 1, `\t${write(name)}`) : null;
});
const lostTarget = {
  name: 'Makefile refers to what is not there', class: 11, what: 'defect', languages: ['makefile', ...drivers],
  why: 'make stops: there is no rule, no file or no value of that name',
  shapes: [
    shape('target before another', made((base, tools) => {
      const at = recipe(base, tools);
      const name = tools.pick(['generate-assets', 'prepare-env', 'bootstrap-tools'].filter((one) => !base.text.includes(one)));
      return at === undefined || !name || base.lines[at].includes('\\') || /[#;]/.test(base.lines[at])
        || tools.repo.names.some((other) => /\.mk$/.test(other)) ? null : replaceLine(base, at, `${base.lines[at].trimEnd()} ${name}`);
    })),
    shape('script of a recipe', intoRecipe(['scripts/check.sh', 'hack/verify.sh', 'tools/lint.sh'], (name) => `./${name}`)),
    shape('variable that nobody sets', made((base, tools) => {
      const at = recipe(base, tools);
      return at === undefined || /RELEASE_CHANNEL/.test(base.text) ? null
        : insertAt(base, at + 1, '\t./$(RELEASE_CHANNEL_DIR)/publish --all');
    })),
    unseen('file that is included', made((base, tools) => {
      const name = missing(base, tools, ['build/common.mk', 'mk/rules.mk', 'Makefile.local']);
      return name ? `include ${name}\n\n${base.text}` : null;
    })),
    unseen('folder of another make', intoRecipe(['src/native', 'contrib/docs', 'plugins'], (name) => `$(MAKE) -C ${name} all`)),
    unseen('target of this file', made((base, tools) => {
      const at = recipe(base, tools);
      const name = tools.pick(['fmt-all', 'lint-all', 'gen-proto'].filter((one) => !base.text.includes(one)));
      return at === undefined || !name || /^%|include/m.test(base.text) ? null : insertAt(base, at + 1, `\t$(MAKE) ${name}`);
    })),
    unseen('target that was renamed', made((base, tools) => {
      const names = ownTargets(base).filter((name) => base.lines.some((line) => new RegExp(`^[a-z][\\w-]*:.*\\s${name}(\\s|$)`).test(line)
        && !/^\.PHONY|#/.test(line)) && !tools.repo.has(name) && !tools.repo.hasFolder(name));
      const name = tools.pick(names);
      return name && !/^%|^include/m.test(base.text)
        ? swapped(base.text, new RegExp(`^${name}(\\s*:)`, 'm'), (_, rest) => `${name}-all${rest}`) : null;
    })),
    unseen('script of Python', intoRecipe(['tools/gen_docs.py', 'scripts/bump.py', 'hack/changelog.py'],
      (name) => `python3 ${name} --out $@`)),
  ],
};

const cmake = (edit) => (file, tools) => {
  const own = file.name === 'CMakeLists.txt' && !/(^|\/)(fixtures?|third_party|vendor)\//.test(file.path);
  const base = own ? file : /^(c|cpp)$/.test(file.language) && tools.repo.has('CMakeLists.txt')
    ? fileOf('CMakeLists.txt', tools.repo.text('CMakeLists.txt')) : null;
  const text = base ? edit(base, tools) : null;
  return text && text !== base.text ? { files: { [base.path]: text } } : null;
};
const endLine = (names, write) => cmake((base, tools) => {
  const name = missing(base, tools, names);
  return name ? `${base.text.trimEnd()}\n\n${write(name, tools)}\n` : null;
});
const lostSource = {
  name: 'CMakeLists.txt refers to what is not there', class: 11, what: 'defect', languages: ['text', 'c', 'cpp'],
  why: 'cmake stops while it configures or generates the build',
  shapes: [
    shape('source of a program', endLine(['tools/inspect.cpp', 'src/cli.cc', 'examples/demo.c'],
      (name, tools) => `add_executable(${tools.invent('inspect_tool')} ${name})`)),
    shape('folder', endLine(['benchmarks', 'plugins', 'extras/python'], (name) => `add_subdirectory(${name})`)),
    shape('module that is included', endLine(['cmake/Sanitizers.cmake', 'cmake/Warnings.cmake'], (name) => `include(${name})`)),
    unseen('existing source a letter off', cmake((base, tools) => {
      const at = tools.pick(base.lines.flatMap((line, index) => (/^\s*(add_\w+\([\w-]+\s+)?[\w/-]+\.(c|cc|cpp|h)\)?\s*$/.test(line)
        ? [index] : [])));
      return at === undefined ? null : replaceLine(base, at, base.lines[at].replace(/([\w-]+)(\.(?:c|cc|cpp|h)\)?\s*)$/, '$1_impl$2'));
    })),
    unseen('template that is configured', endLine(['cmake/config.h.in', 'src/version.h.in'],
      (name) => `configure_file(${name} generated.h @ONLY)`)),
    unseen('file that is installed', endLine(['include/config.hpp', 'share/defaults.conf'],
      (name) => `install(FILES ${name} DESTINATION share)`)),
    unseen('library of another project', cmake((base, tools) => {
      const target = /^\s*add_(?:library|executable)\(\s*([\w-]+)\s/m.exec(base.text)?.[1];
      return target && !tools.repo.speaks('Telemetry')
        ? `${base.text.trimEnd()}\n\ntarget_link_libraries(${target} PRIVATE Telemetry::core)\n` : null;
    })),
  ],
};

export const builds = [lostCopy, lostStage, lostCompose, lostTarget, lostSource];
export { oneOf };
