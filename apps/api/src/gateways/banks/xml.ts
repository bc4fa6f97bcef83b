import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

/** A file that is whole, and is not what it should be. */
export class FileRejected extends Error {
  override readonly name = 'FileRejected';
}

/** A file that ends before it is over: it may still be on its way. */
export class FileIncomplete extends Error {
  override readonly name = 'FileIncomplete';
}

const many = new Set([
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

// Texts as they are written: an amount is no number here.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  isArray: (name) => many.has(name),
});
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true });

/** What is in an element: texts, elements by name, and what comes more than once as a list. */
export type Element = { readonly [name: string]: Element | readonly Element[] | string | undefined };

/**
 * The root of a document of one of some namespaces.
 *
 * @throws FileIncomplete where it is no well-formed XML, FileRejected where it is no such document
 */
export function parseDocument(bytes: Buffer, namespaces: readonly string[]): { namespace: string; root: Element } {
  const text = bytes.toString('utf8').trim();
  if (text === '' || XMLValidator.validate(text) !== true) throw new FileIncomplete('It is no well-formed XML');
  // ISO 20022 has none, and entities are how XML is abused.
  if (/<!DOCTYPE/i.test(text)) throw new FileRejected('It declares a document type');
  const document: unknown = parser.parse(text);
  const root = isElement(document) ? document['Document'] : undefined;
  const namespace = /<(?:[\w-]+:)?Document\b[^>]*?\sxmlns(?::[\w-]+)?=["'][^"']*?([^"':]+)["']/.exec(text)?.[1];
  if (!isElement(root) || namespace === undefined || !namespaces.includes(namespace))
    throw new FileRejected(`It is of ${namespace ?? 'no namespace'}, and none of ${namespaces.join(', ')}`);
  return { namespace, root };
}

/** A document with its declaration. */
export function buildDocument(namespace: string, root: object): Buffer {
  const xml = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: { '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${namespace}`, ...root },
  });
  return Buffer.from(xml);
}

/** The element at a path; undefined where one on the way is not there. */
export function child(of: Element | undefined, path: string): Element | undefined {
  let here: Element | undefined = of;
  for (const name of path.split('/')) {
    const next: Element[string] = here?.[name];
    if (!isElement(next)) return undefined;
    here = next;
  }
  return here;
}

/** The text at a path, of an element with attributes too; undefined where there is none. */
export function textAt(of: Element | undefined, path: string): string | undefined {
  const parts = path.split('/');
  const last = parts.pop() ?? '';
  const parent = parts.length === 0 ? of : child(of, parts.join('/'));
  const value = parent?.[last];
  const text = isElement(value) ? value['#text'] : value;
  return typeof text === 'string' ? text.trim() : undefined;
}

/** @throws FileRejected where there is none */
export function requireText(of: Element | undefined, path: string): string {
  const text = textAt(of, path);
  if (text === undefined || text === '') throw new FileRejected(`It has no ${path}`);
  return text;
}

/** Every one of a name; none where there is none. */
export function children(of: Element | undefined, name: string): readonly Element[] {
  const value = of?.[name];
  // An element without children arrives as its text.
  return Array.isArray(value) ? value.map((each) => (isElement(each) ? each : { '#text': String(each) })) : [];
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
