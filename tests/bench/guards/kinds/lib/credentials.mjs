// Secrets of the right shape, made at random: nothing here opens anything. Beginnings are put
// together of pieces, so that this file holds none.
import { base32, base64, base64url, digits, hex, letters, small, word36, word62 } from './bytes.mjs';

const glue = (...parts) => parts.join('');

const table = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; ++bit) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c >>> 0;
});
const crc32 = (text) => {
  let c = 0xffffffff;
  for (const byte of Buffer.from(text)) c = table[(c ^ byte) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};
const alphabet62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const in62 = (number) => {
  let out = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) out = alphabet62[rest % 62] + out;
  return out.padStart(6, '0');
};

// GitHub and npm end a token with the checksum of what stands before.
const checked = (before, tools, count) => {
  const middle = word62(tools, count);
  return `${before}${middle}${in62(crc32(middle))}`;
};

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const credentials = {
  awsId: (t) => glue('AK', 'IA', base32(t, 16)),
  awsSession: (t) => glue('AS', 'IA', base32(t, 16)),
  awsSecret: (t) => base64(t, 40),
  google: (t) => glue('AI', 'za', base64url(t, 35)),
  azureStorage: (t) => glue('DefaultEndpointsProtocol=https;AccountName=', small(t, 10), ';Account', 'Key=', base64(t, 86), '==;EndpointSuffix=core.windows.net'),
  azureClient: (t) => glue(word62(t, 3), '8Q~', base64url(t, 34)),
  digitalOcean: (t) => glue('dop', '_v1_', hex(t, 64)),
  alibaba: (t) => glue('LT', 'AI', word62(t, 20)),
  cloudflare: (t) => base64url(t, 40),
  github: (t) => checked(glue('gh', 'p_'), t, 30),
  githubApp: (t) => checked(glue('gh', 's_'), t, 30),
  githubFine: (t) => glue('github', '_pat_', word62(t, 22), '_', word62(t, 59)),
  gitlab: (t) => glue('glp', 'at-', base64url(t, 20)),
  bitbucket: (t) => glue('ATB', 'B', word62(t, 32)),
  npm: (t) => checked(glue('np', 'm_'), t, 30),
  pypi: (t) => glue('pypi-', 'AgEIcHlwaS5vcmc', base64url(t, 130)),
  rubygems: (t) => glue('rubygems', '_', hex(t, 48)),
  docker: (t) => glue('dckr', '_pat_', base64url(t, 27)),
  crates: (t) => glue('ci', 'o', word62(t, 32)),
  openai: (t) => glue('sk', '-proj-', base64url(t, 58), 'T3Blbk', 'FJ', base64url(t, 58)),
  openaiOld: (t) => glue('sk', '-', word62(t, 20), 'T3Blbk', 'FJ', word62(t, 20)),
  anthropic: (t) => glue('sk', '-ant-', 'api03-', base64url(t, 93), 'AA'),
  huggingface: (t) => glue('hf', '_', letters(t, 34)),
  groq: (t) => glue('gs', 'k_', word62(t, 52)),
  replicate: (t) => glue('r8', '_', word62(t, 37)),
  stripe: (t) => glue('sk', '_live_', word62(t, 24)),
  stripeLimited: (t) => glue('rk', '_live_', word62(t, 99)),
  stripeHook: (t) => glue('wh', 'sec_', word62(t, 32)),
  slackBot: (t) => glue('xo', 'xb-', digits(t, 12), '-', digits(t, 13), '-', word62(t, 24)),
  slackHook: (t) => glue('https://hooks.', 'slack.com/services/T', base32(t, 8), '/B', base32(t, 10), '/', word62(t, 24)),
  sendgrid: (t) => glue('S', 'G.', base64url(t, 22), '.', base64url(t, 43)),
  mailgun: (t) => glue('key', '-', hex(t, 32)),
  mailchimp: (t) => glue(hex(t, 32), '-us', '12'),
  twilio: (t) => glue('S', 'K', hex(t, 32)),
  telegram: (t) => glue(digits(t, 10), ':A', 'A', base64url(t, 33)),
  discord: (t) => glue('M', letters(t, 25), '.', base64url(t, 6), '.', base64url(t, 38)),
  discordHook: (t) => glue('https://discord.', 'com/api/webhooks/', digits(t, 19), '/', base64url(t, 68)),
  shopify: (t) => glue('shp', 'at_', hex(t, 32)),
  databricks: (t) => glue('da', 'pi', hex(t, 32)),
  vault: (t) => glue('hv', 's.', base64url(t, 95)),
  doppler: (t) => glue('dp.', 'pt.', word62(t, 43)),
  linear: (t) => glue('lin', '_api_', word62(t, 40)),
  notion: (t) => glue('nt', 'n_', digits(t, 11), word62(t, 35)),
  postman: (t) => glue('PM', 'AK-', hex(t, 24), '-', hex(t, 34)),
  newRelic: (t) => glue('NR', 'AK-', base32(t, 27)),
  grafana: (t) => glue('gl', 'sa_', word62(t, 32), '_', hex(t, 8)),
  supabase: (t) => glue('sb', 'p_', hex(t, 40)),
  planetscale: (t) => glue('pscale', '_tkn_', base64url(t, 43)),
  terraform: (t) => glue(word62(t, 14), '.atlas', 'v1.', base64url(t, 67)),
  age: (t) => glue('AGE-SECRET-', 'KEY-1', Array.from({ length: 58 }, () => t.pick([...'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'])).join('')),
  jwt: (t) => `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: digits(t, 10), role: 'service', iat: 1700000000 + Math.floor(t.random() * 1e7), exp: 2000000000 })}.${base64url(t, 43)}`,
  hex32: (t) => hex(t, 32),
  hex64: (t) => hex(t, 64),
  basic: (t) => Buffer.from(`deploy:${word62(t, 18)}`).toString('base64'),
};

// Passwords as people make them up, with digits and signs, of letters only, and of words.
const syllables = ['ka', 'ro', 'mi', 'ten', 'ful', 'dra', 'zo', 'pex', 'lin', 'qua', 'bor', 'shi', 'vel', 'gan', 'tuk', 'nes'];
export const passwords = {
  mixed: (t) => `${t.pick(['Zx', 'Qp', 'Rk', 'Vm', 'Tg'])}${digits(t, 1)}${letters(t, 6)}${t.pick(['#', '!', '@', '%', '_'])}${digits(t, 2)}${letters(t, 3)}`,
  letters: (t) => letters(t, 18),
  lower: (t) => small(t, 16),
  numbered: (t) => word36(t, 20),
  phrase: (t) => Array.from({ length: 4 }, () => t.pick(syllables) + t.pick(syllables) + t.pick(syllables)).join('-'),
  spoken: (t) => `${t.pick(syllables)}${t.pick(syllables)}${t.pick(syllables)}${digits(t, 4)}!`,
};

// A private key of PEM, its body made at random.
export function pemOf(tools, name) {
  const lines = Array.from({ length: name.includes('EC') ? 3 : 25 }, (_, at, last = name.includes('EC') ? 2 : 24) => base64(tools, at === last ? 44 : 64));
  lines[0] = (name.includes('OPENSSH') ? 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUA' : name.includes('EC') ? 'MHcCAQEEI' : 'MIIEpAIBAAKCAQEA').concat(lines[0]).slice(0, 64);
  return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`];
}
export const keyNames = ['RSA', 'EC', 'OPENSSH'].map((name) => glue(name, ' PRIVATE', ' KEY')).concat(glue('PRIVATE', ' KEY'));
export { glue };
