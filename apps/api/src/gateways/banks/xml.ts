import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

/** A complete file with unexpected content. */
export class FileRejected extends Error {
  override readonly name = 'FileRejected';
}

/** A file that is not well-formed: it may still be an upload in progress. */
export class FileIncomplete extends Error {
  override readonly name = 'FileIncomplete';
}

const repeatedElements = new Set([
  'Stmt',
  'Ntfctn',
  'Bal',
  'Ntry',
  'NtryDtls',
  'TxDtls',
  'Ustrd',
  'OrgnlPmtInfAndSts',
  'TxInfAndSts',
]);

// Values stay strings: an amount must not become a JavaScript number.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  isArray: (name) => repeatedElements.has(name),
});
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true });

/** Contents of an element by name: texts, elements, and lists of repeated elements. */
export type Element = { readonly [name: string]: Element | readonly Element[] | string | undefined };

/**
 * Parses an ISO 20022 document.
 *
 * @param namespaces accepted message types, e.g. `camt.053.001.08`
 * @throws FileIncomplete if it is not well-formed XML, FileRejected if it has another type or declares a document type
 */
export function parseDocument(bytes: Buffer, namespaces: readonly string[]): { namespace: string; root: Element } {
  const text = bytes.toString('utf8').trim();
  if (text === '' || XMLValidator.validate(text) !== true) throw new FileIncomplete('The file is not well-formed XML');
  // ISO 20022 has no document types, and entities enable attacks such as XXE and entity expansion.
  if (/<!DOCTYPE/i.test(text)) throw new FileRejected('The file declares a document type');
  const document: unknown = parser.parse(text);
  const root = isElement(document) ? document['Document'] : undefined;
  const namespace = /<(?:[\w-]+:)?Document\b[^>]*?\sxmlns(?::[\w-]+)?=["'][^"']*?([^"':]+)["']/.exec(text)?.[1];
  if (!isElement(root) || namespace === undefined || !namespaces.includes(namespace))
    throw new FileRejected(`The file has ${namespace ?? 'no namespace'} instead of one of ${namespaces.join(', ')}`);
  return { namespace, root };
}

/** Serializes a document with its XML declaration. */
export function buildDocument(namespace: string, root: object): Buffer {
  const xml = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: { '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${namespace}`, ...root },
  });
  return Buffer.from(xml);
}

/** The element at a path; undefined if a step of it is missing. */
export function child(of: Element | undefined, path: string): Element | undefined {
  let here: Element | undefined = of;
  for (const name of path.split('/')) {
    const next: Element[string] = here?.[name];
    if (!isElement(next)) return undefined;
    here = next;
  }
  return here;
}

/** The text at a path, also of an element with attributes; undefined if there is none. */
export function textAt(of: Element | undefined, path: string): string | undefined {
  const parts = path.split('/');
  const last = parts.pop() ?? '';
  const parent = parts.length === 0 ? of : child(of, parts.join('/'));
  const value = parent?.[last];
  const text = isElement(value) ? value['#text'] : value;
  return typeof text === 'string' ? text.trim() : undefined;
}

/** The text at a path. @throws FileRejected if there is none */
export function requireText(of: Element | undefined, path: string): string {
  const text = textAt(of, path);
  if (text === undefined || text === '') throw new FileRejected(`The file has no ${path}`);
  return text;
}

/** All child elements with a name; empty if there are none. */
export function children(of: Element | undefined, name: string): readonly Element[] {
  const value = of?.[name];
  // An element without children arrives as its text.
  return Array.isArray(value) ? value.map((each) => (isElement(each) ? each : { '#text': String(each) })) : [];
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
