// A certificate of the server's own, made at its start: clients trust it by SSL_CERT_FILE or GIT_SSL_CAINFO.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export function makeCertificate(folder) {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost',
    '-addext', 'subjectAltName=DNS:localhost,DNS:ghes.localhost,DNS:api.localhost,IP:127.0.0.1', '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { key: fs.readFileSync(key), cert: fs.readFileSync(certificate) };
}
