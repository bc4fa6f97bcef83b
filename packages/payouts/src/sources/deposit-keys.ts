import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { bytesToHex, publicKeyToAddress } from 'viem/utils';

/**
 * Derives customers' deposit addresses in Ethereum's format: 20 bytes of the hash of the public key. Tron encodes these
 * bytes differently.
 *
 * @param depositKey extended public key; its child keys are the deposit keys
 */
export function createDepositAddresses(depositKey: string): (keyIndex: bigint) => `0x${string}` {
  const root = HDKey.fromExtendedKey(depositKey);
  return (keyIndex) => {
    const { publicKey } = root.deriveChild(Number(keyIndex));
    if (!publicKey) throw new Error('The deposit key has no public key');
    return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)));
  };
}
