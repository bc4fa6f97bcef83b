import { PDFArray, PDFContext, PDFDict, PDFName, type PDFObject, PDFParser, PDFStream } from 'pdf-lib';

/** Reason for the rejection of a PDF, or `clean`. */
export type PdfFinding = 'clean' | 'active-content' | 'encrypted' | 'unreadable';

/** Dictionary keys whose presence is rejected (ISO 32000-2, 7.11, 12.6 and 12.7). */
const activeKeys = new Set(['JS', 'JavaScript', 'AA', 'XFA', 'RichMedia', 'RichMediaContent', 'EmbeddedFiles', 'EF']);
/** Rejected types and actions, OpenAction included. `GoTo` and `URI` are links and harmless. */
const activeNames = new Set(
  'JavaScript Launch EmbeddedFile RichMedia Rendition Movie SubmitForm ImportData GoToE GoToR'.split(' '),
);
/** Rejected names in the raw bytes, because a reader can find objects that a parser does not. */
const rawNames = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia)(?![0-9A-Za-z])/;

/**
 * Inspects every object of a PDF, including objects that a later revision replaced, unreferenced objects, and objects
 * in compressed object streams. The caller must limit time and memory.
 */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfFinding> {
  if (rawNames.test(decodeName(Buffer.from(bytes).toString('latin1')))) return 'active-content';
  const parser = PDFParser.forBytesWithOptions(bytes, Number.POSITIVE_INFINITY, true);
  // Not a public API, but the only place that receives every object.
  const context: unknown = Reflect.get(parser, 'context');
  if (!(context instanceof PDFContext)) throw new TypeError('The parser has no context');
  let isActive = false;
  const assign = context.assign.bind(context);
  context.assign = (reference, object) => {
    isActive ||= hasActiveContent(object);
    assign(reference, object);
  };
  try {
    const { trailerInfo } = await parser.parseDocument();
    if (isActive) return 'active-content';
    return trailerInfo.Encrypt === undefined ? 'clean' : 'encrypted';
  } catch {
    return isActive ? 'active-content' : 'unreadable';
  }
}

function hasActiveContent(root: PDFObject): boolean {
  const waiting = [root];
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFName && activeNames.has(plainName(object))) return true;
    if (object instanceof PDFArray) waiting.push(...object.asArray());
    if (object instanceof PDFStream && isObjectStream(object.dict)) return true;
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, value] of dict.entries()) {
      if (activeKeys.has(plainName(key))) return true;
      waiting.push(value);
    }
  }
  return false;
}

/** An object stream that the parser did not recognise and did not inspect; a reader might. */
function isObjectStream(dict: PDFDict): boolean {
  const keys = new Set(dict.keys().map(plainName));
  return keys.has('First') && keys.has('N');
}

const plainName = (name: PDFName): string => decodeName(decodeName(name.asString())).slice(1);

/** Decodes names, in which any character may be # and two hexadecimal digits (ISO 32000-2, 7.3.5). */
const decodeName = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)));
