// For tests: starts the fake server as a process of its own, and speaks to its control interface.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

// { url, api, graphql, tls, host, certificate, root, control, log, do(name, body), as(login), stop() }.
// It ends with whoever started it, and `life` seconds later at the latest.
export async function startGitHub(t, { life = 600 } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-github-'));
  const child = spawn(process.execPath, [path.join(here, 'server.mjs'), '--state', folder, '--max-seconds', String(life)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const addresses = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => { text += data; if (text.includes('\n')) resolve(JSON.parse(text)); });
    child.on('exit', (code) => reject(new Error(`the GitHub fake ended with ${code}`)));
  });
  const stop = () => new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.on('exit', () => { fs.rmSync(folder, { recursive: true, force: true }); resolve(); });
    child.stdin.end();
  });
  t?.after(stop);
  return { ...addresses, folder, ...verbs(addresses), stop };
}

function verbs({ control, api }) {
  const run = async (name, body = {}) => {
    const response = await fetch(`${control}/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`control ${name}: ${answer.message}`);
    return answer;
  };
  // A person at work: rest('GET', '/repos/…', body) is { status, headers, body }.
  const as = async (login, more = {}) => {
    await run('user', { login });
    const { token } = await run('token', { user: login, ...more });
    const rest = async (method, place, body, headers = {}) => {
      const response = await fetch(place.startsWith('http') ? place : api + place, {
        method, body: body === undefined ? undefined : JSON.stringify(body), redirect: 'manual',
        headers: { authorization: `Bearer ${token}`, 'user-agent': `test-${login}`, ...headers },
      });
      const text = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
    };
    return { token, rest };
  };
  return { do: run, as };
}
