// The log of requests: a line of JSON each, in a file and in memory. Neither tokens nor any other header is in it
// but the name of the client.
import fs from 'node:fs';
import path from 'node:path';

export class RequestLog {
  constructor(folder) {
    this.file = path.join(folder, 'requests.jsonl');
    this.entries = [];
    fs.writeFileSync(this.file, '');
  }

  add(entry) {
    this.entries.push({ serial: this.entries.length + 1, ...entry });
    fs.appendFileSync(this.file, `${JSON.stringify(this.entries.at(-1))}\n`);
  }

  // How many there were, what they cost, and what was wrong with them, by side: 'request' is the client's fault, 'answer',
  // 'payload' and 'missing' are the fake server's.
  summary() {
    const violations = this.entries.flatMap((one) => one.violations.map((each) => ({ serial: one.serial, method: one.method, path: one.path, operation: one.operation, ...each })));
    const count = (test) => this.entries.filter(test).length;
    return {
      requests: this.entries.length, points: this.entries.reduce((sum, one) => sum + one.points, 0), notModified: count((one) => one.notModified), faults: count((one) => one.fault !== null),
      violations,
    };
  }
}
