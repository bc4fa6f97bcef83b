import type { LibraryHandle, TypeObject } from 'koffi';

// PKCS #11 v3.0 constants for signing, with their standard names.

export const CKR = {
  OK: 0x0,
  DEVICE_ERROR: 0x30,
  DEVICE_REMOVED: 0x32,
  KEY_HANDLE_INVALID: 0x60,
  OBJECT_HANDLE_INVALID: 0x82,
  PIN_INCORRECT: 0xa0,
  PIN_LOCKED: 0xa4,
  SESSION_CLOSED: 0xb0,
  SESSION_HANDLE_INVALID: 0xb3,
  TOKEN_NOT_PRESENT: 0xe0,
  USER_ALREADY_LOGGED_IN: 0x100,
  USER_NOT_LOGGED_IN: 0x101,
  CRYPTOKI_ALREADY_INITIALIZED: 0x191,
} as const;

export const CKA = {
  CLASS: 0x0,
  LABEL: 0x3,
  VALUE: 0x11,
  KEY_TYPE: 0x100,
  ID: 0x102,
  SENSITIVE: 0x103,
  SIGN: 0x108,
  EXTRACTABLE: 0x162,
  EC_POINT: 0x181,
} as const;

export const CKO = { PUBLIC_KEY: 2n, PRIVATE_KEY: 3n } as const;
export const CKK = { EC: 3n, EC_EDWARDS: 0x40n } as const;
export const CKM = { ECDSA: 0x1041n, EDDSA: 0x1057n } as const;
export const CKU_USER = 1;
export const CKF_SERIAL_SESSION = 0x4;
const CKF_OS_LOCKING_OK = 0x2n;

/** Position in CK_FUNCTION_LIST and parameters of the functions in use. All return CK_RV. */
const functions = {
  C_Initialize: [0, ['void *']],
  C_GetSlotList: [4, ['uint8_t', 'void *', 'void *']],
  C_GetTokenInfo: [6, ['ulong', 'void *']],
  C_OpenSession: [12, ['ulong', 'ulong', 'void *', 'void *', 'void *']],
  C_CloseSession: [13, ['ulong']],
  C_Login: [18, ['ulong', 'ulong', 'void *', 'ulong']],
  C_GetAttributeValue: [24, ['ulong', 'ulong', 'void *', 'ulong']],
  C_FindObjectsInit: [26, ['ulong', 'void *', 'ulong']],
  C_FindObjects: [27, ['ulong', 'void *', 'ulong', 'void *']],
  C_FindObjectsFinal: [28, ['ulong']],
  C_SignInit: [42, ['ulong', 'void *', 'ulong']],
  C_Sign: [43, ['ulong', 'void *', 'ulong', 'void *', 'void *']],
} as const satisfies Record<string, readonly [number, readonly string[]]>;

type FunctionName = keyof typeof functions;
/** An address of native memory, a number or a handle. */
type Argument = bigint | number | null;

interface NativeFunction {
  /** The last argument is a callback that receives an error or the result. */
  async(...args: unknown[]): void;
}

/** A CK_ULONG on the supported platforms: 64-bit Linux and macOS. */
export const ulongSize = 8;
export const ulong = (value: bigint): Uint8Array => {
  const bytes = Buffer.alloc(ulongSize);
  bytes.writeBigUInt64LE(value);
  return bytes;
};

/** Memory outside the JavaScript heap, for one call. It is overwritten and freed at the end. */
export interface NativeMemory extends Disposable {
  /** Copies bytes to the memory. @returns their address */
  write(bytes: Uint8Array): bigint;
  /** @returns a copy */
  read(address: bigint, length: number): Uint8Array;
}

/** A loaded and initialised PKCS #11 library. */
export interface Cryptoki {
  /** Calls a function on a separate thread, so that a slow device does not block the process. @returns CKR_… */
  call(name: FunctionName, ...args: Argument[]): Promise<number>;
  /** For functions that `call` does not support. @param index in CK_FUNCTION_LIST */
  callAt(index: number, parameters: readonly string[], ...args: Argument[]): Promise<number>;
  memory(): NativeMemory;
}

/**
 * Keeps libraries referenced. Garbage collection would unload a library whose functions are still called by address.
 */
const loadedLibraries = new Set<LibraryHandle>();

/**
 * Loads and initialises a PKCS #11 library.
 *
 * @throws Error if the file is not a PKCS #11 library
 */
export async function loadCryptoki(path: string): Promise<Cryptoki> {
  // Loaded on demand: it contains native code, and few installations have an HSM.
  const { default: koffi } = await import('koffi');
  if (koffi.sizeof('ulong') !== ulongSize || koffi.sizeof('void *') !== ulongSize)
    throw new Error('PKCS #11 needs a 64-bit Linux or macOS');
  const bytesType = (length: number): TypeObject => koffi.array('uint8_t', length);
  const memory = (): NativeMemory => {
    const blocks: { address: bigint; length: number }[] = [];
    return {
      write(bytes) {
        const length = Math.max(bytes.length, 1);
        const address: bigint = koffi.alloc('uint8_t', length);
        blocks.push({ address, length });
        if (bytes.length > 0) koffi.encode(address, bytesType(bytes.length), bytes);
        return address;
      },
      read(address, length) {
        const bytes: Uint8Array = koffi.decode(address, bytesType(length));
        return Uint8Array.from(bytes);
      },
      [Symbol.dispose]() {
        for (const { address, length } of blocks) {
          koffi.encode(address, bytesType(length), new Uint8Array(length));
          koffi.free(address);
        }
      },
    };
  };

  const library = koffi.load(path);
  loadedLibraries.add(library);
  const getFunctionList = library.func('C_GetFunctionList', 'ulong', [koffi.out(koffi.pointer('void *'))]);
  const out: bigint[] = [0n];
  const [list] = getFunctionList(out) === CKR.OK ? out : [];
  if (list === undefined || list === 0n) throw new Error('C_GetFunctionList returns no functions');
  /** The function pointers follow the version, which is padded to the size of a pointer. */
  const functionAt = (index: number, parameters: readonly string[]): NativeFunction => {
    const address: bigint = koffi.decode(list, (index + 1) * ulongSize, 'void *');
    return koffi.decode(address, koffi.proto('ulong', [...parameters]));
  };
  const invoke = (target: NativeFunction, args: readonly Argument[]): Promise<number> =>
    new Promise((resolve, reject) => {
      target.async(...args, (error: unknown, result: number | bigint) =>
        error === null || error === undefined ? resolve(Number(result)) : reject(error),
      );
    });
  const bound = new Map<FunctionName, NativeFunction>();
  const cryptoki: Cryptoki = {
    call(name, ...args) {
      const [index, parameters] = functions[name];
      const target = bound.get(name) ?? functionAt(index, parameters);
      bound.set(name, target);
      return invoke(target, args);
    },
    callAt: (index, parameters, ...args) => invoke(functionAt(index, parameters), args),
    memory,
  };
  await initialize(cryptoki);
  return cryptoki;
}

async function initialize(cryptoki: Cryptoki): Promise<void> {
  using memory = cryptoki.memory();
  // CK_C_INITIALIZE_ARGS: four callbacks, flags, reserved.
  const args = Buffer.concat([Buffer.alloc(4 * ulongSize), ulong(CKF_OS_LOCKING_OK), Buffer.alloc(ulongSize)]);
  const result = await cryptoki.call('C_Initialize', memory.write(args));
  if (result !== CKR.OK && result !== CKR.CRYPTOKI_ALREADY_INITIALIZED)
    throw new Error(`C_Initialize returns 0x${result.toString(16)}`);
}
