import { generate } from 'selfsigned';

/** PEM. A certificate that is its own authority. */
export interface Certificate {
  certificate: Buffer;
  key: Buffer;
}

/** A certificate for this machine. */
export async function createCertificate(): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  return { certificate: Buffer.from(cert), key: Buffer.from(key) };
}
