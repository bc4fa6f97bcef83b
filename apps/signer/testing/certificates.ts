import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface Certificate {
  certificateFile: string;
  keyFile: string;
}

/** A certificate for this machine that is its own authority, in files that are removed when the process ends. */
export async function createCertificate(): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const folder = mkdtempSync(join(tmpdir(), 'wusd-certificate-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const certificateFile = join(folder, 'certificate.pem');
  const keyFile = join(folder, 'key.pem');
  writeFileSync(certificateFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  return { certificateFile, keyFile };
}

/** A signer's settings, for clients with a certificate. */
export const tlsOf = ({ certificateFile, keyFile }: Certificate, clients: Certificate) => ({
  certificate: readFileSync(certificateFile),
  key: readFileSync(keyFile),
  clientCa: readFileSync(clients.certificateFile),
});
