import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { KeyError } from '../key-error.ts';
import { CKR, type Cryptoki, loadCryptoki } from './cryptoki.ts';
import { type Pkcs11KeyName, tokenFields } from './key-uri.ts';
import { CryptokiError, listSlots, login, openSession, readTokenInfo } from './operations.ts';

/** Logged-in sessions of a token. All of them end when the device is removed or loses them. */
export interface Connection {
  cryptoki: Cryptoki;
  slot: bigint;
  /** Free sessions. */
  idle: bigint[];
  /** An idle session that keeps the login. */
  loggedIn: bigint;
  /** Key handles by name. They are valid as long as the connection. */
  handles: Map<string, bigint>;
}

/** A token whose sessions are opened on demand. */
export interface Token {
  /**
   * Runs work with an exclusive session. If the token has lost its sessions, retries once with new sessions.
   *
   * @param signal ends the wait; a call to the device itself can't be interrupted
   * @throws KeyError
   */
  withSession<Result>(
    name: Pkcs11KeyName,
    signal: AbortSignal,
    work: (session: bigint, connection: Connection) => Promise<Result>,
  ): Promise<Result>;
}

/** A token executes one or a few operations at a time. More sessions would only queue there. */
const mostSessions = 4;

/** Results for which the session no longer exists. Its handle may be reused by another session. */
const goneSession: ReadonlySet<number> = new Set([
  CKR.DEVICE_REMOVED,
  CKR.SESSION_CLOSED,
  CKR.SESSION_HANDLE_INVALID,
  CKR.TOKEN_NOT_PRESENT,
]);
/** Results for which all sessions are replaced and the operation is retried once. */
const lostConnection: ReadonlySet<number> = new Set([
  ...goneSession,
  CKR.DEVICE_ERROR,
  CKR.KEY_HANDLE_INVALID,
  CKR.OBJECT_HANDLE_INVALID,
  CKR.USER_NOT_LOGGED_IN,
]);

const libraries = new Map<string, Promise<Cryptoki>>();
const tokens = new Map<string, Token>();

/** Returns the token of a key. Keys of one token share its sessions, because a login applies to the whole process. */
export function tokenOf(name: Pkcs11KeyName): Token {
  const identity = JSON.stringify([name.modulePath, name.pinFile, tokenFields.map((field) => name.token[field])]);
  const token = tokens.get(identity) ?? createToken(name);
  tokens.set(identity, token);
  return token;
}

function createToken({ modulePath, pinFile, token: wanted }: Pkcs11KeyName): Token {
  const limit = pLimit(mostSessions);
  let live: Connection | undefined;
  let connecting: Promise<Connection> | undefined;
  /** New sessions wait for this: they could get handles that are still being closed. */
  let closing = Promise.resolve();
  /** Hash of a PIN that the token rejected, so that it is not tried again. Tokens lock after a few wrong PINs. */
  let rejectedPin: string | undefined;

  const logIn = async (cryptoki: Cryptoki, session: bigint, name: Pkcs11KeyName): Promise<void> => {
    const pin = await readPin(pinFile, name);
    const hash = createHash('sha256').update(pin).digest('hex');
    const rejection = (): KeyError =>
      new KeyError('KEY_ACCESS_DENIED', name.text, 'has a token that rejects the PIN. Correct the file of the PIN.');
    try {
      if (hash === rejectedPin) throw rejection();
      await login(cryptoki, session, pin);
      rejectedPin = undefined;
    } catch (error) {
      if (!(error instanceof CryptokiError) || error.result !== CKR.PIN_INCORRECT) throw error;
      rejectedPin = hash;
      throw rejection();
    } finally {
      pin.fill(0);
    }
  };
  const connect = async (name: Pkcs11KeyName): Promise<Connection> => {
    const cryptoki = await loadLibrary(modulePath, name);
    const slot = await findSlot(cryptoki, name, wanted);
    // This session stays open: a token logs out when its last session closes.
    const session = await openSession(cryptoki, slot);
    try {
      await logIn(cryptoki, session, name);
    } catch (error) {
      await cryptoki.call('C_CloseSession', session);
      throw error;
    }
    return { cryptoki, slot, idle: [], loggedIn: session, handles: new Map() };
  };
  const connected = async (name: Pkcs11KeyName): Promise<Connection> => {
    if (live) return live;
    connecting ??= closing
      .then(() => connect(name))
      .then((opened) => (live = opened))
      .finally(() => (connecting = undefined));
    return connecting;
  };
  const close = async ({ cryptoki, idle, loggedIn }: Connection): Promise<void> => {
    await Promise.all([...idle.splice(0), loggedIn].map((each) => cryptoki.call('C_CloseSession', each)));
  };

  const attemptWith = async <Result>(
    name: Pkcs11KeyName,
    signal: AbortSignal,
    work: (session: bigint, connection: Connection) => Promise<Result>,
    mayReconnect: boolean,
  ): Promise<Result> => {
    signal.throwIfAborted();
    const connection = await connected(name);
    const { cryptoki, slot, idle } = connection;
    let session: bigint | undefined;
    try {
      session = idle.pop() ?? (await openSession(cryptoki, slot));
      const result = await work(session, connection);
      if (live === connection) idle.push(session);
      else await cryptoki.call('C_CloseSession', session);
      return result;
    } catch (error) {
      const result = error instanceof CryptokiError ? error.result : CKR.OK;
      const isGone = goneSession.has(result);
      // A failed operation may still be active in its session.
      if (session !== undefined && !isGone) await cryptoki.call('C_CloseSession', session);
      if (!lostConnection.has(result)) throw error;
      if (live === connection) {
        live = undefined;
        if (!isGone) closing = close(connection);
        await closing;
      }
      if (!mayReconnect) throw error;
    }
    return attemptWith(name, signal, work, false);
  };

  return {
    async withSession(name, signal, work) {
      try {
        return await Promise.race([limit(() => attemptWith(name, signal, work, true)), rejectionOf(signal)]);
      } catch (error) {
        throw keyErrorOf(error, name, signal);
      }
    },
  };
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function keyErrorOf(error: unknown, { text }: Pkcs11KeyName, signal: AbortSignal): unknown {
  if (signal.aborted && error === signal.reason)
    return new KeyError('KEY_TIMEOUT', text, 'got no answer of its token in time.', { cause: error });
  if (!(error instanceof CryptokiError)) return error;
  return error.result === CKR.PIN_LOCKED
    ? new KeyError('KEY_ACCESS_DENIED', text, 'has a token whose PIN is locked. Unlock the token.', { cause: error })
    : new KeyError('KEY_UNAVAILABLE', text, 'has a token that fails. Look at the device.', { cause: error });
}

/** A process initialises a library once. A failed attempt is not cached. */
async function loadLibrary(path: string, { text }: Pkcs11KeyName): Promise<Cryptoki> {
  const loading = libraries.get(path) ?? loadCryptoki(path);
  libraries.set(path, loading);
  try {
    return await loading;
  } catch (error) {
    libraries.delete(path);
    throw new KeyError('KEY_UNAVAILABLE', text, 'has a module-path that is not a PKCS #11 library.', { cause: error });
  }
}

async function findSlot(cryptoki: Cryptoki, { text }: Pkcs11KeyName, wanted: Pkcs11KeyName['token']): Promise<bigint> {
  const slots = await listSlots(cryptoki);
  const infos = await Promise.all(slots.map(async (slot) => ({ slot, info: await readTokenInfo(cryptoki, slot) })));
  const [match, ...others] = infos.filter(({ info }) =>
    tokenFields.every((field) => wanted[field] === undefined || wanted[field] === info[field]),
  );
  if (!match)
    throw new KeyError('KEY_NOT_FOUND', text, 'has a token that is not there. Check the token and the device.');
  if (others.length > 0) throw new KeyError('KEY_AMBIGUOUS', text, 'fits several tokens. Add serial=… to its name.');
  return match.slot;
}

async function readPin(path: string, { text }: Pkcs11KeyName): Promise<Buffer> {
  try {
    const content = await readFile(path);
    // Drops the line break and everything after it.
    const end = content.findIndex((byte) => byte === 0x0a || byte === 0x0d);
    return end === -1 ? content : content.subarray(0, end);
  } catch (error) {
    throw new KeyError('KEY_ACCESS_DENIED', text, 'has a file of its PIN that can not be read.', { cause: error });
  }
}
