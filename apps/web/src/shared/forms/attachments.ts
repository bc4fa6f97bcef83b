import type { ApiError, Config } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';

type Rules = Pick<Config['upload'], 'types' | 'maxBytesEach'>;

/** File name extensions of a type such as `JPG`. */
function extensionsOf(type: string): string[] {
  return type === 'JPG' ? ['.jpg', '.jpeg'] : [`.${type.toLowerCase()}`];
}

/** Value of the attribute `accept` of a file input, e.g. `.jpg,.jpeg,.png`. */
export function acceptOf({ types }: Rules): string {
  return types.flatMap(extensionsOf).join(',');
}

/** Problem with a file's name or size. The server checks the content later. */
export function complaintOf(file: File, { types, maxBytesEach }: Rules): MessageId | undefined {
  const name = file.name.toLowerCase();
  if (!types.flatMap(extensionsOf).some((each) => name.endsWith(each))) return 'feedback.files.type';
  return file.size === 0 || file.size > maxBytesEach ? 'feedback.files.size' : undefined;
}

/** Messages by the server's reason. A file that it could not read has no specific message. */
const complaints: Record<string, MessageId> = {
  empty: 'feedback.files.size',
  'too-large': 'feedback.files.size',
  'type-not-accepted': 'feedback.files.type',
  'type-and-name-differ': 'feedback.files.type',
  malware: 'feedback.files.malware',
  'active-content': 'feedback.files.activeContent',
  encrypted: 'feedback.files.activeContent',
};

/** The refused file and the reason; undefined if the error is not about a file. @param name name of the form field */
export function refusedFile(error: ApiError, name: string): { index: number; complaint: MessageId } | undefined {
  if (!error.is('FILE_NOT_ACCEPTED')) return undefined;
  const { field = '', reasonCode } = error.details;
  const [, body, of, index] = field.split('/');
  if (body !== 'body' || of !== name || index === undefined) return undefined;
  return { index: Number(index), complaint: complaints[reasonCode] ?? 'feedback.files.unreadable' };
}
