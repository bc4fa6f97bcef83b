import { formatPkcs11, parsePkcs11, type Pkcs11KeyName } from './pkcs11/key-uri.ts';

/** A key in a file, for development. */
export interface FileKeyName {
  kind: 'file';
  /** Absolute. */
  path: string;
  /** Normalised text, as returned by `formatKeyName`. */
  text: string;
}

/** A key of AWS Key Management Service. */
export interface KmsKeyName {
  kind: 'awskms';
  arn: string;
  region: string;
  /** URL of the service. */
  endpoint: string;
  text: string;
}

/** Location of a signing key. It contains no secret. */
export type KeyName = FileKeyName | KmsKeyName | Pkcs11KeyName;

/** A malformed key name. The message does not quote the name, because it may be a private key by mistake. */
export class KeyNameError extends Error {
  override readonly name = 'KeyNameError';
}

const forms = 'file:/path, awskms:arn:aws:kms:… or pkcs11:token=…;object=…?module-path=…&pin-source=…';

/**
 * Parses a key name.
 *
 * @param text `file:` and an absolute path, `awskms:` and the ARN of a key, or a `pkcs11:` URI (RFC 7512)
 * @throws KeyNameError
 */
export function parseKeyName(text: string): KeyName {
  const scheme = /^[a-z0-9]+(?=:)/.exec(text)?.[0];
  const rest = text.slice((scheme?.length ?? 0) + 1);
  try {
    if (scheme === 'file') return parseFile(rest);
    if (scheme === 'awskms') return parseKms(rest);
    if (scheme === 'pkcs11') return parsePkcs11(rest);
  } catch (error) {
    if (error instanceof URIError) throw new KeyNameError('has a wrong percent encoding');
    throw error instanceof RangeError ? new KeyNameError(error.message) : error;
  }
  throw new KeyNameError(`must name a key: ${forms}`);
}

/** Formats the shortest name of a key. @returns text that `parseKeyName` accepts */
export function formatKeyName(name: KeyName): string {
  switch (name.kind) {
    case 'file':
      return `file:${name.path.split('/').map(encodeURIComponent).join('/')}`;
    case 'awskms':
      return `awskms:${name.arn}${name.endpoint === endpointOf(name.arn) ? '' : `?endpoint=${encodeURIComponent(name.endpoint)}`}`;
    case 'pkcs11':
      return formatPkcs11(name);
  }
}

const withText = <Name extends KeyName>(name: Name): Name => ({ ...name, text: formatKeyName(name) });

function parseFile(rest: string): FileKeyName {
  // RFC 8089 allows an empty host.
  const path = decodeURIComponent(rest.replace(/^\/\/(?=\/)/, ''));
  if (!/^\/(?!\/)[^\0]+$/.test(path)) throw new RangeError('must have an absolute path after file:');
  return withText({ kind: 'file', path, text: '' });
}

const keyArn = /^arn:(aws|aws-cn|aws-us-gov):kms:([a-z0-9-]{4,30}):\d{12}:key\/[A-Za-z0-9-]{1,64}$/;

function endpointOf(arn: string): string {
  const [, partition, region] = keyArn.exec(arn) ?? [];
  return `https://kms.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

function parseKms(rest: string): KmsKeyName {
  const [, arn = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(rest) ?? [];
  const region = keyArn.exec(arn)?.[2];
  // Require an ARN. An alias can be moved to another key, and payouts would then leave from another address.
  if (region === undefined)
    throw new RangeError('must have the ARN of a key after awskms:, arn:aws:kms:<region>:<account>:key/<id>');
  const given = query === undefined ? undefined : /^endpoint=([^&]+)$/.exec(query)?.[1];
  if (query !== undefined && given === undefined) throw new RangeError('can have one option, ?endpoint=https://…');
  const endpoint = given === undefined ? endpointOf(arn) : originOf(decodeURIComponent(given));
  return withText({ kind: 'awskms', arn, region, endpoint, text: '' });
}

function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || `${parsed.origin}/` !== parsed.href)
    throw new RangeError('must have an endpoint without a path, e.g. https://kms.example');
  return parsed.origin;
}
