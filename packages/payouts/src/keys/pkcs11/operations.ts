import { CKF_SERIAL_SESSION, CKR, CKU_USER, type Cryptoki, type NativeMemory, ulong, ulongSize } from './cryptoki.ts';
import type { tokenFields } from './key-uri.ts';

/** A function of the library did not return CKR_OK. */
export class CryptokiError extends Error {
  override readonly name = 'CryptokiError';
  /** CKR_… */
  readonly result: number;

  constructor(operation: string, result: number) {
    super(`${operation} returns 0x${result.toString(16)}`);
    this.result = result;
  }
}

export type Attribute = readonly [type: number, value: Uint8Array];
type Handle = bigint;

const requireOk = (operation: string, result: number): void => {
  if (result !== CKR.OK) throw new CryptokiError(operation, result);
};
const numberAt = (memory: NativeMemory, address: bigint): bigint =>
  Buffer.from(memory.read(address, ulongSize)).readBigUInt64LE();

/** CK_ATTRIBUTE: type, address of the value, its length. */
export function writeTemplate(memory: NativeMemory, attributes: readonly Attribute[]): bigint {
  const entries = attributes.map(([type, value]) =>
    Buffer.concat([ulong(BigInt(type)), ulong(memory.write(value)), ulong(BigInt(value.length))]),
  );
  return memory.write(Buffer.concat(entries));
}

/** @returns slots that hold a token */
export async function listSlots(cryptoki: Cryptoki): Promise<bigint[]> {
  const most = 256n;
  using memory = cryptoki.memory();
  const slots = memory.write(new Uint8Array(Number(most) * ulongSize));
  const count = memory.write(ulong(most));
  requireOk('C_GetSlotList', await cryptoki.call('C_GetSlotList', 1, slots, count));
  const found = Number(numberAt(memory, count));
  return Array.from({ length: found }, (_, index) => numberAt(memory, slots + BigInt(index * ulongSize)));
}

/** Reads a token's attributes. Each is text that is padded with spaces. */
export async function readTokenInfo(
  cryptoki: Cryptoki,
  slot: bigint,
): Promise<Record<(typeof tokenFields)[number], string>> {
  using memory = cryptoki.memory();
  // CK_TOKEN_INFO: label 32, manufacturer 32, model 16, serial 16 bytes. The rest is not read.
  const info = memory.write(new Uint8Array(256));
  requireOk('C_GetTokenInfo', await cryptoki.call('C_GetTokenInfo', slot, info));
  const bytes = Buffer.from(memory.read(info, 96));
  const text = (from: number, to: number): string => bytes.toString('utf8', from, to).trimEnd();
  return { token: text(0, 32), manufacturer: text(32, 64), model: text(64, 80), serial: text(80, 96) };
}

export async function openSession(cryptoki: Cryptoki, slot: bigint, flags = 0): Promise<Handle> {
  using memory = cryptoki.memory();
  const session = memory.write(ulong(0n));
  const result = await cryptoki.call('C_OpenSession', slot, CKF_SERIAL_SESSION | flags, null, null, session);
  requireOk('C_OpenSession', result);
  return numberAt(memory, session);
}

/** Logs in to the token for all sessions of this process. @throws CryptokiError */
export async function login(cryptoki: Cryptoki, session: Handle, pin: Uint8Array): Promise<void> {
  using memory = cryptoki.memory();
  const result = await cryptoki.call('C_Login', session, CKU_USER, memory.write(pin), pin.length);
  if (result !== CKR.USER_ALREADY_LOGGED_IN) requireOk('C_Login', result);
}

/** @returns up to `most` objects that have all the attributes */
export async function findObjects(
  cryptoki: Cryptoki,
  session: Handle,
  attributes: readonly Attribute[],
  most: number,
): Promise<Handle[]> {
  using memory = cryptoki.memory();
  const template = writeTemplate(memory, attributes);
  requireOk('C_FindObjectsInit', await cryptoki.call('C_FindObjectsInit', session, template, attributes.length));
  const handles = memory.write(new Uint8Array(most * ulongSize));
  const count = memory.write(ulong(0n));
  try {
    requireOk('C_FindObjects', await cryptoki.call('C_FindObjects', session, handles, most, count));
  } finally {
    await cryptoki.call('C_FindObjectsFinal', session);
  }
  const found = Number(numberAt(memory, count));
  return Array.from({ length: found }, (_, index) => numberAt(memory, handles + BigInt(index * ulongSize)));
}

/** @throws CryptokiError if the attribute is longer than 256 bytes or can't be read */
export async function readAttribute(
  cryptoki: Cryptoki,
  session: Handle,
  object: Handle,
  type: number,
): Promise<Uint8Array> {
  using memory = cryptoki.memory();
  const value = memory.write(new Uint8Array(256));
  const template = memory.write(Buffer.concat([ulong(BigInt(type)), ulong(value), ulong(256n)]));
  requireOk('C_GetAttributeValue', await cryptoki.call('C_GetAttributeValue', session, object, template, 1));
  return memory.read(value, Number(numberAt(memory, template + BigInt(2 * ulongSize))));
}

/** @param mechanism CKM_… without a parameter */
export async function sign(
  cryptoki: Cryptoki,
  session: Handle,
  { key, mechanism, data }: { key: Handle; mechanism: bigint; data: Uint8Array },
): Promise<Uint8Array> {
  using memory = cryptoki.memory();
  const chosen = memory.write(Buffer.concat([ulong(mechanism), Buffer.alloc(2 * ulongSize)]));
  requireOk('C_SignInit', await cryptoki.call('C_SignInit', session, chosen, key));
  const signature = memory.write(new Uint8Array(256));
  const length = memory.write(ulong(256n));
  const result = await cryptoki.call('C_Sign', session, memory.write(data), data.length, signature, length);
  requireOk('C_Sign', result);
  return memory.read(signature, Number(numberAt(memory, length)));
}
