// For tests: starts the fake server in a process of its own, and speaks to its control interface.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const kSecondsMax = 7200;

// The process that all servers of this one live in, one after the other or at once: to read GitHub's descriptions takes a
// second. It ends with this one, and does not keep it from ending.
class Host {
  constructor() {
    this.child = spawn(process.execPath, [path.join(here, 'server.mjs'), '--max-seconds', String(kSecondsMax)], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.waiting = [];
    readline.createInterface({ input: this.child.stdout }).on('line', (line) => this.#take((one) => one.resolve(JSON.parse(line))));
    this.child.on('exit', (code) => {
      host = null;
      while (this.waiting.length > 0) this.#take((one) => one.reject(new Error(`the GitHub fake ended with ${code}`)));
    });
    this.#hold(false);
  }

  // Answers come in the order of the questions.
  ask(line) {
    this.#hold(true);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.child.stdin.write(`${line}\n`);
    });
  }

  #take(answer) {
    answer(this.waiting.shift());
    if (this.waiting.length === 0) this.#hold(false);
  }

  // Whether this process waits for it.
  #hold(yes) {
    for (const part of [this.child, this.child.stdin, this.child.stdout]) (yes ? part.ref() : part.unref());
  }
}

let host = null;

// { url, api, graphql, tls, host, certificate, root, control, log, do(name, body), as(login), stop() }.
export async function startGitHub(t) {
  host ??= new Host();
  const home = host;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-github-'));
  const addresses = await home.ask(`begin ${folder}`);
  const stop = async () => {
    if (host === home) await home.ask(`end ${folder}`);
    fs.rmSync(folder, { recursive: true, force: true });
  };
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
