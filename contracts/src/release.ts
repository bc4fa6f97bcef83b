import { readFileSync, writeFileSync } from 'node:fs';
import { type Abi, type Hex, keccak256 } from 'viem';
import { compilerSettings, compileToken } from './compile.ts';

const file = new URL('../WUSD.json', import.meta.url);

/** What a deployment is verified with. */
export interface TokenRelease {
  compiler: string;
  settings: object;
  abi: Abi;
  /** Keccak-256 of the creation code. */
  bytecodeHash: Hex;
  bytecode: Hex;
}

/** Compiles the release. */
export function createRelease(): TokenRelease {
  const { compiler, abi, bytecode } = compileToken();
  return { compiler, settings: compilerSettings, abi, bytecodeHash: keccak256(bytecode), bytecode };
}

/** The committed release. */
export const readRelease = (): TokenRelease => JSON.parse(readFileSync(file, 'utf8')) as TokenRelease;

if (import.meta.main) writeFileSync(file, `${JSON.stringify(createRelease(), undefined, 2)}\n`);
