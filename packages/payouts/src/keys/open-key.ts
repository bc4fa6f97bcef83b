import { openFileKey } from './file-key.ts';
import type { KeyName } from './key-name.ts';
import { type KmsOptions, openKmsKey } from './kms/kms-key.ts';
import { openPkcs11Key, type Pkcs11Options } from './pkcs11/pkcs11-key.ts';
import type { Curve, SigningKey } from './signing-key.ts';

export type KeyOptions = KmsOptions & Pkcs11Options;

/**
 * Opens a key by its name: reads its public key and checks that it can sign.
 *
 * @throws KeyError
 */
export async function openSigningKey<Of extends Curve>(
  name: KeyName,
  curve: Of,
  options: KeyOptions = {},
): Promise<SigningKey<Of>> {
  switch (name.kind) {
    case 'file':
      return openFileKey(name, curve);
    case 'awskms':
      return openKmsKey(name, curve, options);
    case 'pkcs11':
      return openPkcs11Key(name, curve, options);
  }
}
