/** A key on a token that is accessed through a PKCS #11 library. */
export interface Pkcs11KeyName {
  kind: 'pkcs11';
  /** Path of the library. */
  modulePath: string;
  /** Path of the file with the PIN. */
  pinFile: string;
  /** Token attributes (label, manufacturer, model, serial). All specified attributes must match. */
  token: Partial<Record<(typeof tokenFields)[number], string>>;
  /** CKA_LABEL of the key. */
  object?: string | undefined;
  /** CKA_ID of the key, in hexadecimal. */
  id?: string | undefined;
  /** Normalised text, as returned by `formatPkcs11`. */
  text: string;
}

export const tokenFields = ['token', 'serial', 'manufacturer', 'model'] as const;

const pathFields = new Set<string>([...tokenFields, 'object', 'id', 'type']);
const queryFields = new Set(['module-path', 'pin-source']);

/**
 * Parses the part of a URI after `pkcs11:` (RFC 7512). A PIN in the name is rejected, because names are logged.
 *
 * @throws RangeError or URIError without the text
 */
export function parsePkcs11(rest: string): Pkcs11KeyName {
  const [, path = '', query = ''] = /^([^?]*)(?:\?(.*))?$/s.exec(rest) ?? [];
  if (/(^|&)pin-value=/.test(query))
    throw new RangeError('must not have a PIN: write it into a file and name the file, pin-source=/path');
  const { id, type = 'private', object, ...token } = parseFields(path.split(';'), pathFields);
  const { 'module-path': modulePath, 'pin-source': pinSource } = parseFields(query.split('&'), queryFields);
  if (type !== 'private') throw new RangeError('must be of type=private, or leave the type out');
  if (token['token'] === undefined && token['serial'] === undefined)
    throw new RangeError('must say which token has the key: token=… or serial=…');
  if (object === undefined && id === undefined) throw new RangeError('must say which key: object=… or id=…');
  const name: Pkcs11KeyName = {
    kind: 'pkcs11',
    modulePath: absolute(modulePath, 'module-path'),
    pinFile: absolute(pinSource?.replace(/^file:(\/\/(?=\/))?/, ''), 'pin-source'),
    token,
    object,
    id,
    text: '',
  };
  return { ...name, text: formatPkcs11(name) };
}

/** @returns the URI, with its attributes in a fixed order */
export function formatPkcs11({ token, object, id, modulePath, pinFile }: Pkcs11KeyName): string {
  const fields = [...tokenFields.map((field) => [field, token[field]] as const), ['object', object] as const].flatMap(
    ([field, value]) => (value === undefined ? [] : [`${field}=${encodeURIComponent(value)}`]),
  );
  if (id !== undefined) fields.push(`id=${id.replaceAll(/../g, '%$&')}`);
  const pathOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
  return `pkcs11:${fields.join(';')}?module-path=${pathOf(modulePath)}&pin-source=${pathOf(pinFile)}`;
}

function parseFields(parts: readonly string[], known: ReadonlySet<string>): Record<string, string | undefined> {
  const fields: Record<string, string> = {};
  for (const part of parts) {
    if (part === '') continue;
    const [, field = '', value = ''] = /^([a-z-]+)=(.+)$/s.exec(part) ?? [];
    if (!known.has(field)) throw new RangeError(`can have the attributes ${[...known].join(', ')}, each with a value`);
    if (Object.hasOwn(fields, field)) throw new RangeError(`has ${field} twice`);
    fields[field] = field === 'id' ? hexOf(value) : decode(value);
  }
  return fields;
}

function decode(value: string): string {
  const decoded = decodeURIComponent(value);
  if (decoded.includes('\0')) throw new RangeError('must not have a zero byte');
  return decoded;
}

/** An id is bytes, not necessarily text. */
function hexOf(value: string): string {
  if (!/^(%[0-9a-fA-F]{2}|[\w.~-])+$/.test(value)) throw new RangeError('must have an id like %01%2a');
  return value
    .replaceAll(
      /%(..)|(.)/g,
      (_, hex?: string, character?: string) => hex ?? Buffer.from(character ?? '').toString('hex'),
    )
    .toLowerCase();
}

function absolute(path: string | undefined, field: string): string {
  if (path === undefined || !path.startsWith('/')) throw new RangeError(`must have an absolute path in ${field}`);
  return path;
}
