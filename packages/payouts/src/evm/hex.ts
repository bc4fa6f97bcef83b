import type { Hex } from 'viem';
import { isHex } from 'viem/utils';

export type { Hex } from 'viem';

/** Narrows an address, hash or raw transaction to `Hex`. @throws TypeError if the text is not hexadecimal */
export function hexOf(text: string): Hex {
  if (!isHex(text)) throw new TypeError(`Not hexadecimal after 0x: "${text.slice(0, 20)}"`);
  return text;
}
