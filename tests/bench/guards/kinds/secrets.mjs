// Secrets by what they are: every well-known form, put as a value where the file holds values.
import { code, every, keepingEnds, scripts, shape, unseen } from './lib/places.mjs';
import { credentials, glue, keyNames, passwords, pemOf } from './lib/credentials.mjs';
import { plant, plantRemark } from './lib/plant.mjs';
import { digits, hex, small, word62 } from './lib/bytes.mjs';

const base = { class: 8, what: 'defect', languages: every };
const put = (name, make) => (file, tools) => plant(file, Array.isArray(name) ? tools.pick(name) : name, make(tools));

// [name of the shape, names of the value, what makes it]
const family = (rows, seen = 3) => rows.map(([name, names, make], at) => (at < seen ? shape : unseen)(name, put(names, make)));

const cloud = {
  ...base, name: 'a key of a cloud',
  why: 'Whoever reads the repository can use the account; the history keeps the key after it is deleted.',
  shapes: family([
    ['AWS key', ['AWS_ACCESS_KEY_ID', 'ACCESS_KEY'], credentials.awsId],
    ['AWS secret', ['AWS_SECRET_ACCESS_KEY', 'SECRET_KEY'], credentials.awsSecret],
    ['Google key', ['GOOGLE_API_KEY', 'MAPS_KEY'], credentials.google],
    ['AWS key of a session', ['KEY_ID', 'AWS_KEY'], credentials.awsSession],
    ['Azure storage', ['STORAGE', 'AZURE_STORAGE_CONNECTION_STRING'], credentials.azureStorage],
    ['Azure client', ['CLIENT_SECRET', 'AZURE_CLIENT_SECRET'], credentials.azureClient],
    ['DigitalOcean', ['DO_TOKEN', 'CLOUD'], credentials.digitalOcean],
    ['Alibaba', ['OSS_ID', 'ALIYUN_KEY'], credentials.alibaba],
    ['Cloudflare', ['CLOUDFLARE_API_TOKEN', 'CF_API_TOKEN'], credentials.cloudflare],
  ]),
};

const forges = {
  ...base, name: 'a token of a forge or registry',
  why: 'It pushes code or packages in the name of its owner.',
  shapes: family([
    ['GitHub', ['GITHUB_TOKEN', 'TOKEN'], credentials.github],
    ['GitHub, fine-grained', ['GH_TOKEN', 'TOKEN'], credentials.githubFine],
    ['npm', ['NPM_TOKEN', 'REGISTRY_AUTH'], credentials.npm],
    ['GitLab', ['GITLAB_TOKEN', 'CI_TOKEN'], credentials.gitlab],
    ['PyPI', ['PYPI_TOKEN', 'UPLOAD'], credentials.pypi],
    ['app of GitHub', ['INSTALLATION', 'GH_APP'], credentials.githubApp],
    ['Docker', ['DOCKER_PAT', 'HUB'], credentials.docker],
    ['RubyGems', ['GEM_HOST_API_KEY', 'GEMS'], credentials.rubygems],
    ['Bitbucket', ['BITBUCKET_APP_PASSWORD', 'BB_TOKEN'], credentials.bitbucket],
    ['crates.io', ['CARGO_REGISTRY_TOKEN', 'CRATES_TOKEN'], credentials.crates],
  ]),
};

const models = {
  ...base, name: 'a key of a model provider',
  why: 'Everybody who finds it asks models at the cost of its owner.',
  shapes: family([
    ['OpenAI', ['OPENAI_API_KEY', 'API_KEY'], credentials.openai],
    ['Anthropic', ['ANTHROPIC_API_KEY', 'KEY'], credentials.anthropic],
    ['OpenAI, old form', ['OPENAI_KEY', 'MODEL_KEY'], credentials.openaiOld],
    ['Hugging Face, letters only', ['HF_TOKEN', 'HUB_TOKEN'], credentials.huggingface],
    ['Groq', ['GROQ_API_KEY', 'MODEL'], credentials.groq],
    ['Replicate', ['REPLICATE_API_TOKEN', 'R8'], credentials.replicate],
  ]),
};

const services = {
  ...base, name: 'a token of a service of payment or messages',
  why: 'It moves money or sends messages in the name of its owner.',
  shapes: family([
    ['Stripe', ['STRIPE_SECRET_KEY', 'PAYMENT_KEY'], credentials.stripe],
    ['Slack', ['SLACK_TOKEN', 'BOT'], credentials.slackBot],
    ['webhook of Slack', ['WEBHOOK', 'NOTIFY_URL'], credentials.slackHook],
    ['SendGrid', ['SENDGRID_API_KEY', 'MAIL_KEY'], credentials.sendgrid],
    ['Telegram', ['BOT_TOKEN', 'TELEGRAM'], credentials.telegram],
    ['Discord', ['DISCORD_TOKEN', 'BOT_TOKEN'], credentials.discord],
    ['webhook of Discord', ['DISCORD_WEBHOOK', 'HOOK'], credentials.discordHook],
    ['Twilio', ['TWILIO_API_KEY', 'SMS'], credentials.twilio],
    ['Mailgun', ['MAILGUN_API_KEY', 'MAIL'], credentials.mailgun],
    ['Mailchimp', ['MAILCHIMP_API_KEY', 'LIST_KEY'], credentials.mailchimp],
    ['Stripe, limited and of webhooks', ['STRIPE', 'SIGNING'], (t) => t.pick([credentials.stripeLimited, credentials.stripeHook])(t)],
    ['Shopify', ['SHOPIFY_TOKEN', 'SHOP'], credentials.shopify],
  ]),
};

const operations = {
  ...base, name: 'a token of a service of operations',
  why: 'It opens data, secrets or machines of its owner.',
  shapes: family([
    ['Vault', ['VAULT_TOKEN', 'STORE'], credentials.vault],
    ['Databricks', ['DATABRICKS_TOKEN', 'CLUSTER'], credentials.databricks],
    ['Grafana', ['GRAFANA_TOKEN', 'DASHBOARD'], credentials.grafana],
    ['Linear', ['LINEAR_API_KEY', 'TRACKER'], credentials.linear],
    ['Notion', ['NOTION_TOKEN', 'WIKI'], credentials.notion],
    ['New Relic', ['NEW_RELIC_KEY', 'TELEMETRY'], credentials.newRelic],
    ['Postman', ['POSTMAN_KEY', 'COLLECTION'], credentials.postman],
    ['Doppler', ['DOPPLER_TOKEN', 'CONFIG'], credentials.doppler],
    ['PlanetScale or Supabase', ['DB_TOKEN', 'TENANT'], (t) => t.pick([credentials.planetscale, credentials.supabase])(t)],
    ['Terraform', ['TFE_TOKEN', 'STATE'], credentials.terraform],
    ['age', ['AGE_KEY', 'IDENTITY'], credentials.age],
  ]),
};

const named = {
  ...base, name: 'a password under its name',
  why: 'The name says what it is, and the value is no example.',
  shapes: family([
    ['with digits and signs', ['PASSWORD', 'DB_PASSWORD', 'ADMIN_PASSWORD'], passwords.mixed],
    ['a key of hexadecimal digits', ['API_KEY', 'SECRET_KEY', 'ENCRYPTION_KEY'], credentials.hex32],
    ['letters and digits', ['AUTH_TOKEN', 'CLIENT_SECRET', 'SECRET'], passwords.numbered],
    ['letters only', ['PASSWORD', 'SMTP_PASSWORD', 'DB_PASS'], passwords.letters],
    ['small letters only', ['SECRET', 'PASSWD', 'REDIS_PASSWORD'], passwords.lower],
    ['words', ['PASSPHRASE', 'MASTER_PASSWORD', 'PASSWORD'], passwords.phrase],
    ['as people speak it', ['PASSWORD', 'ROOT_PASSWORD', 'PW'], passwords.spoken],
    ['a long key', ['SIGNING_KEY', 'JWT_SECRET', 'COOKIE_SECRET', 'SECRET_KEY_BASE'], credentials.hex64],
  ]),
};

const url = (tools, scheme, host) => `${scheme}://${tools.pick(['app', 'admin', 'deploy', 'svc'])}:${tools.pick([passwords.letters, passwords.numbered])(tools)}@${host}`;

const urls = {
  ...base, name: 'an address with a password in it',
  why: 'The address opens the database or the repository to whoever reads it.',
  shapes: family([
    ['Postgres', ['DATABASE_URL', 'DB'], (t) => url(t, 'postgres', 'db.prod.internal:5432/app')],
    ['MongoDB', ['MONGO_URL', 'STORE_URL'], (t) => url(t, 'mongodb+srv', 'cluster0.x7k2q.mongodb.net/app')],
    ['a forge', ['REPO_URL', 'REMOTE'], (t) => `https://deploy:${credentials.github(t)}@github.com/acme/app.git`],
    ['Redis without a user', ['REDIS_URL', 'CACHE'], (t) => `redis://:${passwords.numbered(t)}@cache.prod.internal:6379/0`],
    ['AMQP or SMTP', ['BROKER', 'MAIL_URL'], (t) => url(t, t.pick(['amqps', 'smtps']), 'mq.prod.internal:5671/app')],
    ['a page with basic access', ['FEED', 'ENDPOINT'], (t) => url(t, 'https', 'data.acme-corp.net/feed')],
    ['a key in the query', ['ENDPOINT', 'URL'], (t) => `https://api.acme-corp.net/v1/items?api_key=${credentials.hex32(t)}`],
    ['a signed address', ['DOWNLOAD', 'URL'], (t) => `https://acme.blob.core.windows.net/data/a.csv?sv=2022-11-02&sp=r&${'sig'}=${word62(t, 43)}%3D`],
  ]),
};

const connections = {
  ...base, name: 'a connection string with a password in it',
  why: 'The string holds all that is needed to open the database.',
  shapes: family([
    ['SQL Server', ['CONNECTION_STRING', 'DEFAULT_CONNECTION'], (t) => `Server=tcp:db.prod.internal,1433;Database=app;User Id=svc;Password=${passwords.numbered(t)};`],
    ['JDBC', ['JDBC_URL', 'DATASOURCE'], (t) => `jdbc:postgresql://db.prod.internal:5432/app?user=svc&password=${passwords.letters(t)}`],
    ['libpq', ['DSN', 'CONNINFO'], (t) => `host=db.prod.internal user=svc password=${passwords.numbered(t)} dbname=app`],
    ['ODBC', ['ODBC', 'DSN'], (t) => `Driver={PostgreSQL};Server=db.prod.internal;Uid=svc;Pwd=${passwords.mixed(t)};`],
    ['MySQL for Go', ['DSN', 'MYSQL'], (t) => `svc:${passwords.letters(t)}@tcp(db.prod.internal:3306)/app`],
    ['a bus of Azure', ['BUS', 'SERVICE_BUS'], (t) => `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccess${'Key'}=${word62(t, 43)}=`],
    ['Oracle', ['ORACLE', 'DB'], (t) => `svc/${passwords.letters(t)}@//db.prod.internal:1521/ORCL`],
  ]),
};

const keyFile = (name) => (file, tools) => {
  const path = typeof name === 'function' ? name(file, tools) : name;
  return tools.repo.has(path) ? null : { files: { [path]: `${pemOf(tools, tools.pick(keyNames)).join('\n')}\n` } };
};
const inText = {
  python: (lines) => ['PRIVATE_KEY = """', ...lines, '"""'], go: (lines) => ['const privateKey = `', ...lines, '`'], ruby: (lines) => ['PRIVATE_KEY = <<~PEM', ...lines.map((line) => `  ${line}`), 'PEM'],
  shell: (lines) => ["PRIVATE_KEY='", ...lines, "'"], rust: (lines) => ['const PRIVATE_KEY: &str = r#"', ...lines, '"#;'], php: (lines) => ["$private_key = '", ...lines, "';"],
  c: (lines) => ['static const char private_key[] =', ...lines.map((line) => `    "${line}\\n"`), '    ;'],
};
for (const language of scripts) inText[language] = (lines) => ['const privateKey = `', ...lines, '`;'];
inText.cpp = inText.c;

const privateKeys = {
  ...base, name: 'a private key',
  why: 'Whoever holds it is the server or the person it belongs to.',
  shapes: [
    shape('a file of its own', keyFile((file, tools) => tools.pick(['id_rsa', 'server.key', 'private.pem', 'certs/tls.key']))),
    shape('as a text of the code', (file, tools) => {
      if (!inText[file.language]) return null;
      const at = plantSpot(file);
      return at === null ? null : insertLines(file, at, inText[file.language](pemOf(tools, tools.pick(keyNames))));
    }),
    shape('in one line with escapes', put(['PRIVATE_KEY', 'TLS_KEY'], (t) => pemOf(t, t.pick(keyNames)).join('\\n'))),
    unseen('as the bench makes it', (file, tools) => {
      const key = String(tools.privateKey());
      const path = `config/${tools.invent('signing')}.pem`;
      return { files: { [path]: key.endsWith('\n') ? key : `${key}\n` } };
    }),
    unseen('for PGP', (file, tools) => ({ files: { [tools.pick(['release.asc', 'keys/signing.asc'])]: `-----BEGIN PGP ${glue('PRIVATE', ' KEY')} BLOCK-----\n\n${pemOf(tools, keyNames[0]).slice(1, 20).join('\n')}\n=${word62(tools, 4)}\n-----END PGP ${glue('PRIVATE', ' KEY')} BLOCK-----\n` } })),
    unseen('in base64', put(['TLS_KEY_B64', 'DEPLOY_KEY'], (t) => Buffer.from(`${pemOf(t, keyNames[1]).join('\n')}\n`).toString('base64'))),
    unseen('of a service account', (file, tools) => ({ files: { [tools.pick(['service-account.json', 'config/gcp.json', 'firebase-adminsdk.json'])]: `${JSON.stringify({ type: 'service_account', project_id: 'acme-prod', private_key_id: hex(tools, 40), private_key: `${pemOf(tools, keyNames[3]).join('\n')}\n`, client_email: 'svc@acme-prod.iam.gserviceaccount.com' }, null, 2)}\n` } })),
    unseen('for PuTTY', (file, tools) => ({ files: { 'deploy.ppk': `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: deploy\nPublic-Lines: 1\n${word62(tools, 64)}\nPrivate-Lines: 2\n${word62(tools, 64)}\n${word62(tools, 44)}\nPrivate-MAC: ${hex(tools, 64)}\n` } })),
  ],
};

const plantSpot = (file) => {
  const planted = plant(file, 'MARK_HERE', 'x');
  if (planted === null) return null;
  return planted.split('\n').findIndex((line) => /MARK_HERE|mark_here|markHere|MarkHere/.test(line));
};
const insertLines = (file, at, lines) => [...file.lines.slice(0, at), ...lines, '', ...file.lines.slice(at)].join('\n');

const bearers = {
  ...base, name: 'a token of a signed-in user',
  why: 'Until it runs out, whoever sends it is that user; many never run out.',
  shapes: family([
    ['JWT', ['TOKEN', 'SESSION'], credentials.jwt],
    ['Bearer', ['AUTHORIZATION', 'HEADER'], (t) => `Bearer ${credentials.jwt(t)}`],
    ['Basic', ['AUTHORIZATION', 'AUTH_HEADER'], (t) => `Basic ${credentials.basic(t)}`],
    ['a cookie', ['COOKIE', 'SESSION_COOKIE'], (t) => `sessionid=${word62(t, 32)}; csrftoken=${word62(t, 32)}`],
    ['a token of OAuth', ['REFRESH_TOKEN', 'ACCESS_TOKEN'], (t) => `${glue('ya', '29.')}a0${word62(t, 120)}`],
    ['a token without a form', ['ACCESS_TOKEN', 'REFRESH_TOKEN', 'ID_TOKEN'], (t) => word62(t, 48)],
  ]),
};

const inRemark = (make) => (file, tools) => plantRemark(file, make(tools));

const remarked = {
  ...base, name: 'a secret in a remark', languages: every.filter((language) => language !== 'json'),
  why: 'A remark is read by everybody, too.',
  shapes: [
    shape('a login', inRemark((t) => `login: admin / ${passwords.mixed(t)}`)),
    shape('a token to try with', inRemark((t) => `token for testing: ${credentials.github(t)}`)),
    shape('a value once used', inRemark((t) => `API_KEY = "${credentials.openaiOld(t)}"`)),
    unseen('a command', inRemark((t) => `curl -H "Authorization: Bearer ${credentials.jwt(t)}" https://api.acme-corp.net/v1/items`)),
    unseen('an address', inRemark((t) => `see ${url(t, 'https', 'wiki.acme-corp.net/setup')}`)),
    unseen('a telephone book of accounts', inRemark((t) => `prod: svc_app:${passwords.numbered(t)}, staging: svc_stage:${passwords.numbered(t)}`)),
    unseen('to be rotated', inRemark((t) => `TODO rotate: ${credentials.awsId(t)} ${credentials.awsSecret(t)}`)),
  ],
};

const hidden = {
  ...base, name: 'a secret in pieces or in another writing', languages: code,
  why: 'Cut or encoded, it is still the whole secret to whoever runs the code.',
  shapes: [
    shape('in two pieces', (file, tools) => pieces(file, credentials.github(tools), 2)),
    shape('in base64', (file, tools) => plant(file, tools.pick(['TOKEN_B64', 'ENCODED_KEY']), Buffer.from(credentials.stripe(tools)).toString('base64'))),
    shape('in three pieces', (file, tools) => pieces(file, credentials.awsId(tools), 3)),
    unseen('in two constants', (file, tools) => {
      const value = credentials.gitlab(tools);
      const one = plant(file, 'TOKEN_HEAD', value.slice(0, 12));
      return one && plant({ ...file, text: one, lines: one.split('\n') }, 'TOKEN_TAIL', value.slice(12));
    }),
    unseen('as hexadecimal digits', (file, tools) => plant(file, 'KEY_HEX', Buffer.from(credentials.slackBot(tools)).toString('hex'))),
    unseen('with its number before it', (file, tools) => plant(file, 'BOT', `${digits(tools, 10)}|${small(tools, 8)}|${credentials.telegram(tools)}`)),
    unseen('as escapes', (file, tools) => (['java', 'ruby', 'shell'].includes(file.language) ? null : plant(file, 'SECRET_KEY', [...credentials.stripe(tools)].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join('')))),
  ],
};

// Joined as the language joins texts.
function pieces(file, value, count) {
  const length = Math.ceil(value.length / count);
  const parts = Array.from({ length: count }, (_, at) => value.slice(at * length, (at + 1) * length));
  const join = { python: '" + "', javascript: "' + '", typescript: "' + '", tsx: "' + '", go: '" + "', c: '" "', cpp: '" "', java: '" + "', ruby: "' + '", shell: "''" }[file.language];
  return join ? plant(file, 'TOKEN', parts.join(join)) : file.language === 'rust' ? plant(file, 'TOKEN', parts.join('\\\n    ')) : null;
}

export const kinds = keepingEnds([cloud, forges, models, services, operations, named, urls, connections, privateKeys, bearers, remarked, hidden]);
