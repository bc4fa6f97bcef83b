import type { Hex } from 'viem';
import { isHex } from 'viem/utils';

export type { Hex } from 'viem';

/** An address, hash or raw transaction from the database or another module. @throws TypeError where it is not hexadecimal */
export function hexOf(text: string): Hex {
  if (!isHex(text)) throw new TypeError(`Not hexadecimal after 0x: "${text.slice(0, 20)}"`);
  return text;
}
