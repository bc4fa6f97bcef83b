import { checkedKey } from '../checked-key.ts';
import { KeyError } from '../key-error.ts';
import type { Curve, SigningKey } from '../signing-key.ts';
import { CKA, CKK, CKM, CKO, ulong } from './cryptoki.ts';
import type { Pkcs11KeyName } from './key-uri.ts';
import { type Attribute, findObjects, readAttribute, sign } from './operations.ts';
import { type Connection, tokenOf } from './token.ts';

export interface Pkcs11Options {
  /** @returns a signal for one outbound call, which aborts after at most `timeoutMs` */
  signal?: ((timeoutMs: number) => AbortSignal) | undefined;
}

const kinds = {
  secp256k1: { keyType: CKK.EC, mechanism: CKM.ECDSA, pointLength: 65 },
  ed25519: { keyType: CKK.EC_EDWARDS, mechanism: CKM.EDDSA, pointLength: 32 },
} as const;

/** Shorter than the outbound guard's deadline for a signature. */
const timeoutMs = 12_000;

/**
 * Opens a key on a PKCS #11 token, such as an HSM.
 *
 * @throws KeyError if the token or the key does not exist, or the key can do more than sign
 */
export async function openPkcs11Key<Of extends Curve>(
  name: Pkcs11KeyName,
  curve: Of,
  { signal = AbortSignal.timeout }: Pkcs11Options,
): Promise<SigningKey<Of>> {
  const token = tokenOf(name);
  const publicKey = await token.withSession(name, signal(timeoutMs), async (session, connection) => {
    const key = await privateKeyHandle(session, connection, name, curve);
    await assertNotExtractable(session, connection, name, key);
    return readPublicKey(session, connection, name, curve);
  });
  return checkedKey({
    curve,
    publicKey,
    name: name.text,
    sign: (data) =>
      token.withSession(name, signal(timeoutMs), async (session, connection) => {
        const key = await privateKeyHandle(session, connection, name, curve);
        return sign(connection.cryptoki, session, { key, mechanism: kinds[curve].mechanism, data });
      }),
  });
}

const attributesOf = (name: Pkcs11KeyName, curve: Curve, objectClass: bigint): Attribute[] => [
  [CKA.CLASS, ulong(objectClass)],
  [CKA.KEY_TYPE, ulong(kinds[curve].keyType)],
  ...(name.object === undefined ? [] : [[CKA.LABEL, Buffer.from(name.object)] as const]),
  ...(name.id === undefined ? [] : [[CKA.ID, Buffer.from(name.id, 'hex')] as const]),
];

async function findOne(
  session: bigint,
  { cryptoki }: Connection,
  name: Pkcs11KeyName,
  curve: Curve,
  kind: 'private' | 'public',
): Promise<bigint> {
  const attributes = attributesOf(name, curve, kind === 'private' ? CKO.PRIVATE_KEY : CKO.PUBLIC_KEY);
  const [found, ...others] = await findObjects(cryptoki, session, attributes, 2);
  if (found === undefined)
    throw new KeyError('KEY_NOT_FOUND', name.text, `has no ${kind} key of ${curve} on its token. Check object and id.`);
  if (others.length > 0)
    throw new KeyError('KEY_AMBIGUOUS', name.text, `fits several ${kind} keys. Add id=… to its name.`);
  return found;
}

async function privateKeyHandle(
  session: bigint,
  connection: Connection,
  name: Pkcs11KeyName,
  curve: Curve,
): Promise<bigint> {
  const identity = `${curve} ${name.text}`;
  const known = connection.handles.get(identity);
  if (known !== undefined) return known;
  const found = await findOne(session, connection, name, curve, 'private');
  connection.handles.set(identity, found);
  return found;
}

async function assertNotExtractable(
  session: bigint,
  { cryptoki }: Connection,
  name: Pkcs11KeyName,
  key: bigint,
): Promise<void> {
  const [isSensitive, isExtractable, canSign] = [
    await readAttribute(cryptoki, session, key, CKA.SENSITIVE),
    await readAttribute(cryptoki, session, key, CKA.EXTRACTABLE),
    await readAttribute(cryptoki, session, key, CKA.SIGN),
  ].map(([byte]) => byte === 1);
  if (!isSensitive || isExtractable)
    throw new KeyError('KEY_UNSUITABLE', name.text, 'can be copied. Make one that is sensitive and not extractable.');
  if (!canSign) throw new KeyError('KEY_UNSUITABLE', name.text, 'is not for signing. Name another key.');
}

async function readPublicKey(
  session: bigint,
  connection: Connection,
  name: Pkcs11KeyName,
  curve: Curve,
): Promise<Uint8Array> {
  const key = await findOne(session, connection, name, curve, 'public');
  const point = await readAttribute(connection.cryptoki, session, key, CKA.EC_POINT);
  const { pointLength } = kinds[curve];
  // The point is in a DER OCTET STRING; some libraries omit the wrapper.
  const isWrapped = point.length === pointLength + 2 && point[0] === 4 && point[1] === pointLength;
  const bytes = isWrapped ? point.subarray(2) : point;
  if (bytes.length !== pointLength)
    throw new KeyError('KEY_INVALID_ANSWER', name.text, `has a public key that is not one of ${curve}.`);
  return bytes;
}
