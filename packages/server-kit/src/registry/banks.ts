import { type PartnerId, partners } from '@wusd/api-sdk/domain';
import { UnknownKeyError } from './lookup.ts';

/** @throws UnknownKeyError */
export function partnerIdOf(text: string): PartnerId {
  const found = partners.find((id) => id === text);
  if (found === undefined) throw new UnknownKeyError('partner bank', text);
  return found;
}
