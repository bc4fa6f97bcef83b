import { generate } from 'selfsigned';

/** A self-signed certificate in PEM. */
export interface Certificate {
  certificate: Buffer;
  key: Buffer;
}

/** Creates a certificate for this machine. */
export async function createCertificate(): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  return { certificate: Buffer.from(cert), key: Buffer.from(key) };
}
