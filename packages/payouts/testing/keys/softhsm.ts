import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatKeyName, parseKeyName } from '../../src/keys/key-name.ts';
import { CKA, CKR, type Cryptoki, loadCryptoki, ulong } from '../../src/keys/pkcs11/cryptoki.ts';
import type { Pkcs11KeyName } from '../../src/keys/pkcs11/key-uri.ts';
import {
  type Attribute,
  findObjects,
  listSlots,
  login,
  openSession,
  readAttribute,
  readTokenInfo,
  writeTemplate,
} from '../../src/keys/pkcs11/operations.ts';
import type { Curve } from '../../src/keys/signing-key.ts';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';
import { present } from '@wusd/server-kit/testing/present';
import type { KeyStore } from './signing-key-conformance.ts';

const run = promisify(execFile);

const modulePaths = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];

const pin = '73914628';
const CKF_RW_SESSION = 0x2;
const yes = Uint8Array.of(1);
const no = Uint8Array.of(0);
/** Attributes only for key generation: token, private, verify, EC parameters. */
const [TOKEN, PRIVATE, VERIFY, EC_PARAMS] = [0x1, 0x2, 0x10a, 0x180] as const;

const generation = {
  // The curve's object identifier in DER.
  secp256k1: { mechanism: 0x1040n, parameters: Buffer.from('06052b8104000a', 'hex') },
  // The curve's name as a PrintableString (PKCS #11 v3.0).
  ed25519: { mechanism: 0x1055n, parameters: Buffer.concat([Buffer.of(0x13, 12), Buffer.from('edwards25519')]) },
} as const;

export interface SoftHsm extends KeyStore {
  createKey(curve: Curve, isExtractable?: boolean): Promise<{ name: Pkcs11KeyName; publicKey: Uint8Array }>;
  /** Ends all sessions of this process, like a device that restarts. */
  closeAllSessions(): Promise<void>;
  /** Requests a private key's value from the token. @returns CKR_… */
  readPrivateValue(name: Pkcs11KeyName): Promise<number>;
  pinFile: string;
  stop(): Promise<void>;
}

const notInstalled = (): Error => new Error('SoftHSM is not installed. On Debian: apt-get install softhsm2');

/** Starts a new token of SoftHSM, a software HSM. @throws Error if SoftHSM is not installed */
export async function startSoftHsm(): Promise<SoftHsm> {
  const modulePath = modulePaths.find((path) => existsSync(path));
  if (modulePath === undefined) throw notInstalled();
  const folder = await mkdtemp(join(tmpdir(), 'wusd-hsm-'));
  const tokens = join(folder, 'tokens');
  const pinFile = join(folder, 'pin');
  await mkdir(tokens);
  await writeFile(pinFile, `${pin}\n`, { mode: 0o600 });
  const configuration = join(folder, 'softhsm2.conf');
  await writeFile(configuration, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`);
  // SoftHSM reads this when the library is initialised.
  process.env['SOFTHSM2_CONF'] = configuration;
  await run('softhsm2-util', ['--init-token', '--free', '--label', 'wusd', '--pin', pin, '--so-pin', '11223344']).catch(
    (error: unknown) => {
      throw errorCodeOf(error) === 'ENOENT' ? notInstalled() : error;
    },
  );
  const cryptoki = await loadCryptoki(modulePath);
  const slots = await listSlots(cryptoki);
  const infos = await Promise.all(slots.map((each) => readTokenInfo(cryptoki, each)));
  const slot = present(slots[infos.findIndex(({ token }) => token === 'wusd')]);
  const named = (object: string): Pkcs11KeyName => {
    const name = parseKeyName(`pkcs11:token=wusd;object=${object}?module-path=${modulePath}&pin-source=${pinFile}`);
    if (name.kind !== 'pkcs11') throw new Error(`Not on a token: ${formatKeyName(name)}`);
    return name;
  };
  let count = 0;

  /** Runs work in a logged-in session. */
  const withSession = async <T>(work: (session: bigint) => Promise<T>): Promise<T> => {
    const session = await openSession(cryptoki, slot, CKF_RW_SESSION);
    try {
      await login(cryptoki, session, Buffer.from(pin));
      return await work(session);
    } finally {
      await cryptoki.call('C_CloseSession', session);
    }
  };
  /** Keeps the login while no session of a key is open. */
  const keeper = await openSession(cryptoki, slot);

  return {
    options: {},
    secrets: [pin],
    pinFile,
    unknownName: () => named('nobody'),
    createKey: (curve, isExtractable = false) =>
      withSession(async (session) => {
        count += 1;
        const name = named(`${curve}-${count}`);
        const point = await generate(cryptoki, session, { name, curve, id: count, isExtractable });
        return { name, publicKey: point.subarray(2) };
      }),
    async remove() {
      const [token] = await readdir(tokens);
      const home = join(tokens, present(token));
      const away = join(folder, 'away');
      await mkdir(away, { recursive: true });
      const files = (await readdir(home)).filter((file) => /^[^t].*\.(object|lock)$/.test(file));
      await moveObjects(files, home, away);
      await announceChange(home);
      return async () => {
        await moveObjects(files, away, home);
        await announceChange(home);
      };
    },
    async closeAllSessions() {
      // C_CloseAllSessions
      await cryptoki.callAt(14, ['ulong'], slot);
    },
    readPrivateValue: (name) =>
      withSession(async (session) => {
        const attributes: Attribute[] = [
          [CKA.CLASS, ulong(3n)],
          [CKA.LABEL, Buffer.from(name.object ?? '')],
        ];
        const key = present((await findObjects(cryptoki, session, attributes, 1))[0]);
        return readAttribute(cryptoki, session, key, CKA.VALUE).then(
          () => CKR.OK,
          (error: unknown) => (error instanceof Error && 'result' in error ? Number(error.result) : -1),
        );
      }),
    async stop() {
      await cryptoki.call('C_CloseSession', keeper);
      await rm(folder, { recursive: true });
    },
  };
}

const moveObjects = (files: readonly string[], from: string, to: string): Promise<unknown> =>
  Promise.all(files.map((file) => rename(join(from, file), join(to, file))));

/** Increments the counter by which SoftHSM detects changes of a token by other processes. */
async function announceChange(home: string): Promise<void> {
  const path = join(home, 'generation');
  const counter = await readFile(path);
  counter.writeBigUInt64BE(counter.readBigUInt64BE() + 1000n);
  await writeFile(path, counter);
}

/** C_GenerateKeyPair. @returns the public key's point in DER */
async function generate(
  cryptoki: Cryptoki,
  session: bigint,
  { name, curve, id, isExtractable }: { name: Pkcs11KeyName; curve: Curve; id: number; isExtractable: boolean },
): Promise<Uint8Array> {
  using memory = cryptoki.memory();
  const { mechanism, parameters } = generation[curve];
  const common: Attribute[] = [
    [TOKEN, yes],
    [CKA.LABEL, Buffer.from(name.object ?? '')],
    [CKA.ID, Uint8Array.of(id)],
  ];
  const publicTemplate: Attribute[] = [...common, [PRIVATE, no], [VERIFY, yes], [EC_PARAMS, parameters]];
  const privateTemplate: Attribute[] = [
    ...common,
    [PRIVATE, yes],
    [CKA.SIGN, yes],
    [CKA.SENSITIVE, isExtractable ? no : yes],
    [CKA.EXTRACTABLE, isExtractable ? yes : no],
  ];
  const [publicHandle, privateHandle] = [memory.write(ulong(0n)), memory.write(ulong(0n))];
  const pointer = 'void *';
  const result = await cryptoki.callAt(
    59,
    ['ulong', pointer, pointer, 'ulong', pointer, 'ulong', pointer, pointer],
    session,
    memory.write(Buffer.concat([ulong(mechanism), ulong(0n), ulong(0n)])),
    writeTemplate(memory, publicTemplate),
    publicTemplate.length,
    writeTemplate(memory, privateTemplate),
    privateTemplate.length,
    publicHandle,
    privateHandle,
  );
  if (result !== CKR.OK) throw new Error(`C_GenerateKeyPair returns 0x${result.toString(16)}`);
  const handle = Buffer.from(memory.read(publicHandle, 8)).readBigUInt64LE();
  return readAttribute(cryptoki, session, handle, CKA.EC_POINT);
}
