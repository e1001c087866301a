// A model server of an attack's own, on loopback. It lists one model, and answers each question as
// the attack says; what was asked stays in `asked`, and `posts` counts it.
import http from 'node:http';

export const answerText = (text) => ({
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
});

// A plan of one subtask on README.md, and an edit that does it.
export const plan = JSON.stringify({
  tasks: [{ title: 'Say more', metric: 'docs', subtasks: [
    { title: 'Say more', description: 'Say more.', file_hints: ['README.md'], action: 'modify' }] }],
});
export const edit = JSON.stringify({
  commit_message: 'docs: Say more',
  edits: [{ kind: 'replace', path: 'README.md', find: 'Little.', content: 'More.' }],
});
export const readme = { 'README.md': '# Project\n\nLittle.\n' };

// `answer(response, question, number)` writes the whole answer to a POST; `models` is the list.
export async function modelServer(t, answer, options = {}) {
  const seen = { asked: [], posts: 0, requests: [] };
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (data) => { body += data; });
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('end', () => {
      seen.requests.push(`${request.method} ${request.url}`);
      if (options.every) return options.every(request, response, body);
      if (request.method === 'GET') {
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify(options.models ?? { data: [{ id: 'm', context_length: 32768 }] }));
      }
      seen.asked.push(body);
      seen.posts += 1;
      return answer(response, body, seen.posts);
    });
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  t.after(() => { server.close(); server.closeAllConnections(); });
  seen.url = `http://127.0.0.1:${server.address().port}/v1`;
  // No stream, no waiting between tries, one model.
  seen.env = {
    PAWL_MODEL_BASE_URL: seen.url, PAWL_MODEL_STREAM: 'no', PAWL_MODEL_RETRIES: '0', PAWL_CHECKS_RUN: 'no',
    PAWL_PLAN_RULES_OFF: 'real-bug,readme-only', PAWL_WORK_ATTEMPTS: '1', PAWL_MODEL_MAX_TOKENS: '500',
  };
  return seen;
}

export function sendJson(response, document, headers = {}) {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(typeof document === 'string' ? document : JSON.stringify(document));
}

// What is planned first, and then done, whatever the usage says.
export const obliging = (usage) => (response, body, number) => {
  const text = number === 1 ? plan : edit;
  const told = typeof usage === 'function' ? usage(number) : usage;
  // As text, for numbers that no JavaScript has.
  const document = JSON.stringify({ ...answerText(text), usage: 0 }).replace('"usage":0', `"usage":${told}`);
  sendJson(response, document);
};
