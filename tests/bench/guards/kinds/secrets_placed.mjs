// Secrets by where they stand: files that hold nothing else, tests, documents, images, workflows;
// and what looks like a secret and is none.
import { atEnd, code, documents, every, isDocument, isFree, keepingEnds, remark, scripts, settings, shape, spotOf,
  unseen } from './lib/places.mjs';
import { credentials, glue, passwords } from './lib/credentials.mjs';
import { inDocument, plant, plantInstead } from './lib/plant.mjs';
import { base64, hex, word62 } from './lib/bytes.mjs';
import { assertionsOf, indentOf, insertAt, isTestPath, replaceLine, stringsOf, testsOf } from '../source.mjs';

const base = { class: 8, what: 'defect' };
const fresh = (path, content) => (file, tools) => {
  const at = typeof path === 'function' ? path(file, tools) : path;
  return at === null || !isFree(tools, at) ? null : { files: { [at]: content(tools, file) } };
};
const near = (file, name) => (file.folder && file.folder !== '.' ? `${file.folder}/${name}` : name);

const files = {
  ...base, name: 'a file made to hold secrets', languages: every,
  why: 'The file is meant for one machine; every tool that writes it says not to commit it.',
  shapes: [
    shape('.env', fresh((file, tools) => tools.pick(['.env', near(file, '.env')]), (t) => `NODE_ENV=production\nDATABASE_URL=postgres://app:${passwords.numbered(t)}@db.prod.internal/app\nSECRET_KEY=${credentials.hex64(t)}\n`)),
    shape('.npmrc', fresh('.npmrc', (t) => `//registry.npmjs.org/:_authToken=${credentials.npm(t)}\n`)),
    shape('.netrc', fresh('.netrc', (t) => `machine api.acme-corp.net\n  login deploy\n  password ${passwords.numbered(t)}\n`)),
    unseen('.env of a stage', fresh((file, tools) => tools.pick(['.env.production', '.env.local', 'config/.env.staging', '.envrc']), (t) => `export STRIPE_SECRET_KEY=${credentials.stripe(t)}\nexport SESSION_SECRET=${passwords.letters(t)}\n`)),
    unseen('.pypirc', fresh('.pypirc', (t) => `[pypi]\nusername = __token__\npassword = ${credentials.pypi(t)}\n`)),
    unseen('credentials of AWS', fresh((file, tools) => tools.pick(['.aws/credentials', 'aws_credentials', 'credentials']), (t) => `[default]\naws_access_key_id = ${credentials.awsId(t)}\naws_secret_access_key = ${credentials.awsSecret(t)}\n`)),
    unseen('settings of Docker or Kubernetes', fresh((file, tools) => tools.pick(['.docker/config.json', 'kubeconfig']), (t, file) => (file.path.length % 2 ? `{"auths":{"registry.acme-corp.net":{"auth":"${credentials.basic(t)}"}}}\n` : `apiVersion: v1\nkind: Config\nusers:\n- name: admin\n  user:\n    token: ${credentials.jwt(t)}\n`))),
    unseen('variables of Terraform', fresh((file, tools) => tools.pick(['terraform.tfvars', 'prod.auto.tfvars']), (t) => `db_password = "${passwords.mixed(t)}"\napi_token   = "${credentials.digitalOcean(t)}"\n`)),
    unseen('passwords of pages', fresh((file, tools) => tools.pick(['.htpasswd', '.pgpass', '.my.cnf']), (t) => `db.prod.internal:5432:app:svc:${passwords.numbered(t)}\n`)),
    unseen('a note', fresh((file, tools) => tools.pick(['secrets.txt', 'passwords.txt', 'keys.txt', 'credentials.json']), (t) => `github ${credentials.github(t)}\nadmin ${passwords.mixed(t)}\n`)),
  ],
};

const tested = (name, make) => (file, tools) => {
  if (!isTestPath(file.path)) return null;
  const form = { python: `${name.toLowerCase()} = "${make(tools)}"`, go: `${name.toLowerCase()} := "${make(tools)}"`, rust: `let ${name.toLowerCase()} = "${make(tools)}";`, c: `const char *${name.toLowerCase()} = "${make(tools)}";`,
    java: `String ${name.toLowerCase()} = "${make(tools)}";`, ruby: `${name.toLowerCase()} = '${make(tools)}'`, shell: `${name}='${make(tools)}'` };
  for (const language of scripts) form[language] = `const ${name.toLowerCase()} = '${make(tools)}';`;
  form.cpp = form.c;
  const test = tools.pick(testsOf(file));
  if (test && form[file.language]) return insertAt(file, test.open + 1, test.bodyIndent + form[file.language]);
  return form[file.language] ? plant(file, name, make(tools)) : null;
};

const inTests = {
  ...base, name: 'a secret in a test', languages: code,
  why: 'That it stands in a test makes it no example: its form and its randomness are those of a real one.',
  shapes: [
    shape('GitHub', tested('TOKEN', credentials.github)),
    shape('AWS', tested('KEY', credentials.awsId)),
    shape('a password', tested('PASSWORD', passwords.mixed)),
    unseen('Stripe', tested('KEY', credentials.stripe)),
    unseen('an address', tested('URL', (t) => `postgres://app:${passwords.letters(t)}@db.prod.internal/app`)),
    unseen('JWT', tested('HEADER', (t) => `Bearer ${credentials.jwt(t)}`)),
    unseen('in place of a text', (file, tools) => {
      if (!isTestPath(file.path)) return null;
      const one = tools.pick(stringsOf(file).filter((string) => /token|key|secret|pass/i.test(file.lines[string.line]) && string.text.length > 2 && /^[\w -]+$/.test(string.text)));
      return one ? plantInstead(file, one, credentials.slackBot(tools)) : null;
    }),
    unseen('recorded', fresh((file) => (isTestPath(file.path) ? near(file, 'cassettes/items.yaml') : null), (t) => `interactions:\n- request:\n    headers:\n      Authorization: ["Bearer ${credentials.jwt(t)}"]\n    uri: https://api.acme-corp.net/v1/items\n  response:\n    status: {code: 200}\n`)),
  ],
};

const inDocuments = {
  ...base, name: 'a secret in a document', languages: documents,
  why: 'An example that works is a secret.',
  shapes: [
    shape('an export', (file, tools) => inDocument(file, [`export API_KEY=${credentials.openaiOld(tools)}`])),
    shape('a header', (file, tools) => inDocument(file, [`curl -H "Authorization: Bearer ${credentials.jwt(tools)}" https://api.acme-corp.net/v1/items`])),
    shape('settings', (file, tools) => inDocument(file, ['[db]', `password = "${passwords.mixed(tools)}"`], 'toml')),
    unseen('a clone with a token', (file, tools) => inDocument(file, [`git clone https://oauth2:${credentials.gitlab(tools)}@gitlab.com/acme/app.git`])),
    unseen('a login in a sentence', (file, tools) => atEnd(file, '', `Sign in as \`admin\` with the password \`${passwords.phrase(tools)}\`.`)),
    unseen('an answer of a service', (file, tools) => inDocument(file, [`{"access_token": "${credentials.githubApp(tools)}", "expires_in": 3600}`], 'json')),
    unseen('a command', (file, tools) => inDocument(file, [`mysql -h db.prod.internal -u svc -p${passwords.letters(tools)} app`])),
  ],
};

const dockerAt = (file) => file.lines.map((line) => /^FROM /i.test(line)).lastIndexOf(true);
const docker = (make) => (file, tools) => (dockerAt(file) < 0 ? null : insertAt(file, dockerAt(file) + 1, make(tools)));
const step = (make) => (file, tools) => {
  const at = file.lines.findIndex((line) => /^\s*- (name|run|uses): /.test(line));
  if (at < 0 || !/\.github\/workflows|gitlab-ci|circleci/.test(file.path)) return null;
  return insertAt(file, at, ...make(tools).map((line, index) => `${indentOf(file.lines[at])}${index ? '  ' : ''}${line}`));
};

const inBuilds = {
  ...base, name: 'a secret in an image or a workflow', languages: ['dockerfile', 'yaml', 'makefile', 'shell'],
  why: 'Layers of images and logs of workflows show it to everybody who may read them.',
  shapes: [
    shape('a variable', (file, tools) => (file.language === 'yaml' ? step((t) => ['run: make publish', 'env:', `  NPM_TOKEN: ${credentials.npm(t)}`])(file, tools) : plant(file, 'NPM_TOKEN', credentials.npm(tools)))),
    shape('an argument', (file, tools) => (file.language === 'dockerfile' ? docker((t) => `ARG GITHUB_TOKEN=${credentials.github(t)}`)(file, tools) : plant(file, 'DEPLOY_PASSWORD', passwords.mixed(tools)))),
    shape('in a command', (file, tools) => {
      if (file.language === 'dockerfile') return docker((t) => `RUN pip install --extra-index-url https://ci:${passwords.numbered(t)}@pypi.acme-corp.net/simple acme`)(file, tools);
      return file.language === 'yaml' ? step((t) => [`run: curl -u deploy:${passwords.numbered(t)} https://acme-corp.net/deploy`])(file, tools) : null;
    }),
    unseen('a login to a registry', (file, tools) => {
      const line = (t) => `docker login -u acme -p ${credentials.docker(t)}`;
      if (file.language === 'dockerfile') return docker((t) => `RUN echo "//registry.npmjs.org/:_authToken=${credentials.npm(t)}" > ~/.npmrc`)(file, tools);
      if (file.language === 'yaml') return step((t) => [`run: ${line(t)}`])(file, tools);
      return file.language === 'shell' ? (/^#!/.test(file.lines[0]) ? insertAt(file, 1, line(tools)) : null) : atEnd(file, '', 'login:', `\t${line(tools)}`);
    }),
    unseen('a header', (file, tools) => {
      if (file.language === 'shell') return /^#!/.test(file.lines[0]) ? insertAt(file, 1, `curl -sf -H 'Private-Token: ${credentials.gitlab(tools)}' https://gitlab.acme-corp.net/api/v4/version`) : null;
      return file.language === 'yaml' ? step((t) => [`run: 'curl -H "Authorization: token ${credentials.github(t)}" https://api.github.com/user'`])(file, tools) : null;
    }),
    unseen('a secret of Kubernetes', (file, tools) => (tools.repo.has('deploy/secret.yaml') ? null : { files: { 'deploy/secret.yaml': `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n  password: ${Buffer.from(passwords.letters(tools)).toString('base64')}\n  token: ${Buffer.from(credentials.stripe(tools)).toString('base64')}\n` } })),
    unseen('services of compose', (file, tools) => (tools.repo.has('docker-compose.override.yml') ? null : { files: { 'docker-compose.override.yml': `services:\n  db:\n    image: postgres:16\n    environment:\n      POSTGRES_PASSWORD: ${passwords.phrase(tools)}\n` } })),
  ],
};

const inSettings = {
  ...base, name: 'a secret in settings', languages: [...settings, 'html', 'css', ...scripts],
  why: 'Settings are committed and shipped; a page even sends them to every visitor.',
  shapes: [
    shape('a password', (file, tools) => plant(file, 'DB_PASSWORD', passwords.mixed(tools))),
    shape('a key of a client', (file, tools) => plant(file, 'CLIENT_SECRET', passwords.numbered(tools))),
    shape('an address', (file, tools) => plant(file, 'DATABASE_URL', `mysql://svc:${passwords.letters(tools)}@db.prod.internal/app`)),
    unseen('a name that says little', (file, tools) => plant(file, 'CREDS', passwords.letters(tools))),
    unseen('a long phrase', (file, tools) => plant(file, 'PASSPHRASE', passwords.phrase(tools))),
    unseen('a bearer', (file, tools) => plant(file, 'DEFAULT_HEADER', `Bearer ${word62(tools, 40)}`)),
    unseen('a key of a model in a page', (file, tools) => plant(file, 'PUBLIC_MODEL_KEY', credentials.anthropic(tools))),
  ],
};

const benign = { class: 8, benign: true };

const documented = glue('AKIA', 'IOSFODNN7EXAMPLE');
const documentedSecret = glue('wJalrXUtnFEMI', '/K7MDENG/bPxRfiCYEXAMPLEKEY');

const examples = {
  ...benign, name: 'an example of a key from the documents of its service', languages: documents,
  why: 'The service itself prints it; it opens nothing.',
  shapes: [
    shape('AWS key', (file) => inDocument(file, [`export AWS_ACCESS_KEY_ID=${documented}`])),
    shape('AWS secret', (file) => inDocument(file, [`export AWS_SECRET_ACCESS_KEY=${documentedSecret}`])),
    shape('a JWT of its site', (file) => inDocument(file, ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'], 'text')),
    unseen('a shortened token', (file) => inDocument(file, [`export GITHUB_TOKEN=${glue('gh', 'p_')}...`, `export KEY=${glue('sk', '-')}xxxxxxxxxxxxxxxxxxxx`])),
    unseen('basic access of the standard', (file) => inDocument(file, ['Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='], 'http')),
    unseen('a webhook with placeholders', (file) => inDocument(file, ['https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'], 'text')),
  ],
};

const placeholders = {
  ...benign, name: 'a placeholder where a secret goes', languages: [...documents],
  why: 'It says what goes there, and is no value.',
  shapes: [
    shape('angles', (file) => inDocument(file, ['export API_KEY=<your-api-key>', 'export PASSWORD="<password>"'])),
    shape('a variable', (file) => inDocument(file, ['curl -H "Authorization: Bearer $TOKEN" https://api.example.com/items'])),
    shape('an address', (file) => inDocument(file, ['DATABASE_URL=postgres://user:password@localhost:5432/app'])),
    unseen('change me', (file) => inDocument(file, ['password: changeme', 'secret: "********"', 'token: ""'], 'yaml')),
    unseen('a secret of a workflow', (file) => inDocument(file, ['env:', '  TOKEN: ${{ secrets.PUBLISH_TOKEN }}'], 'yaml')),
    unseen('read from outside', (file) => inDocument(file, ['api_key = os.environ["API_KEY"]', 'password = getpass("Password: ")'], 'python')),
    unseen('a new file of examples', fresh('.env.example', () => 'API_KEY=\nDATABASE_URL=postgres://postgres:postgres@localhost:5432/app\nSECRET_KEY=change-me\n')),
  ],
};

const benignRemark = (make) => (file, tools) => {
  const spot = spotOf(file, tools);
  if (isDocument(file)) return atEnd(file, '', make(tools));
  if (!spot || file.language === 'json' || /^\s*(#|\/\/|--|\*|@|"""|<)/.test(file.lines[spot.at - 1] ?? '')) return null;
  return insertAt(file, spot.at, remark(file, make(tools), spot.indent));
};

const hashes = {
  ...benign, name: 'a hash, a digest or an identifier', languages: [...code, 'php', 'css', 'sql', 'yaml', 'toml', 'makefile', 'dockerfile', ...documents],
  why: 'Long and random, but a name of content, which everybody may know.',
  shapes: [
    shape('of a commit', benignRemark((t) => `Since ${hex(t, 40)} this comes first.`)),
    shape('an identifier', benignRemark((t) => `See ${hex(t, 8)}-${hex(t, 4)}-4${hex(t, 3)}-a${hex(t, 3)}-${hex(t, 12)} in the registry.`)),
    shape('a digest', benignRemark((t) => `Checked with sha256:${hex(t, 64)}.`)),
    unseen('integrity', benignRemark((t) => `The page loads it with integrity="sha384-${base64(t, 64)}".`)),
    unseen('a sum of a module', benignRemark((t) => `h1:${base64(t, 43)}= is what the sum must be.`)),
    unseen('a fingerprint', benignRemark((t) => `The key of the release is ${hex(t, 40).toUpperCase()}.`)),
    unseen('md5', benignRemark((t) => `The old archive has md5 ${hex(t, 32)}.`)),
  ],
};

const fakes = {
  ...benign, name: 'a made-up secret of a test', languages: code,
  why: 'It says of itself that it is none, and is as short or as regular as only made-up ones are.',
  shapes: [
    shape('a password', tested('PASSWORD', () => 'secret')),
    shape('a token', tested('TOKEN', () => 'test-token')),
    shape('an address', tested('URL', () => 'http://user:pass@localhost:8080/')),
    unseen('a dummy', tested('API_KEY', () => 'dummy-api-key')),
    unseen('a row', tested('SECRET', () => '0123456789abcdef0123456789abcdef')),
    unseen('a hundred of one letter', tested('TOKEN', () => 'x'.repeat(40))),
    unseen('an example of AWS', tested('KEY', () => documented)),
  ],
};

const publicKeys = {
  ...benign, name: 'a public key or certificate', languages: every,
  why: 'Made to be given to everybody.',
  shapes: [
    shape('a public key of PEM', fresh((file, tools) => (tools.repo.hasFolder('tests') ? 'tests/fixtures/public.pem' : null), (t) => `-----BEGIN PUBLIC KEY-----\n${base64(t, 64)}\n${base64(t, 64)}\n${base64(t, 44)}\n-----END PUBLIC KEY-----\n`)),
    shape('a key of SSH', fresh((file, tools) => (tools.repo.hasFolder('tests') ? 'tests/fixtures/id_test.pub' : null), (t) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64(t, 43)} test\n`)),
    shape('a certificate', fresh((file, tools) => (tools.repo.hasFolder('tests') ? 'tests/fixtures/cert.pem' : null), (t) => `-----BEGIN CERTIFICATE-----\nMIIB${base64(t, 60)}\n${base64(t, 64)}\n${base64(t, 40)}\n-----END CERTIFICATE-----\n`)),
    unseen('a key of PGP', fresh('KEYS', (t) => `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQINB${base64(t, 59)}\n${base64(t, 64)}\n=${word62(t, 4)}\n-----END PGP PUBLIC KEY BLOCK-----\n`)),
    unseen('a list of hashes', fresh('SHA256SUMS', (t) => `${hex(t, 64)}  app-1.0.tar.gz\n${hex(t, 64)}  app-1.0.zip\n`)),
    unseen('a certificate under test', fresh((file, tools) => (tools.repo.hasFolder('test') ? 'test/fixtures/ca.crt' : null), (t) => `-----BEGIN CERTIFICATE-----\nMIID${base64(t, 60)}\n${base64(t, 64)}\n-----END CERTIFICATE-----\n`)),
  ],
};

const nameOnly = {
  ...benign, name: 'a sentence about passwords and tokens', languages: [...code, ...documents, 'yaml', 'toml', 'php', 'sql', 'css'],
  why: 'Only the words are there.',
  shapes: [
    shape('a rule', benignRemark((t) => t.pick(['The password comes from the environment, never from a file.', 'A token is valid for one hour; after that it is asked for again.']))),
    shape('a name of a field', benignRemark((t) => t.pick(['password: text, at least 8 characters', 'The key "api_key" may be left out.']))),
    shape('a sign of a lexer', benignRemark((t) => t.pick(['token = the next word, secret = false', 'key=value pairs, separated by commas']))),
    unseen('a prompt', benignRemark(() => 'Shows "Password: " and reads without an echo.')),
    unseen('a header', benignRemark(() => 'Sent as "Authorization: Bearer <token>".')),
    unseen('an address', benignRemark(() => 'Of the form scheme://user:password@host/path.')),
  ],
};

export const kinds = keepingEnds([files, inTests, inDocuments, inBuilds, inSettings, examples, placeholders, hashes, fakes, publicKeys, nameOnly]);
