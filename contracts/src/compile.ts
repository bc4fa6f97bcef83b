import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Abi, Hex } from 'viem';
import * as v from 'valibot';

const require = createRequire(import.meta.url);

/**
 * The settings that deployments are verified with. London's instructions are run by the nodes of every EVM network and of Tron; later
 * ones are not (Viction). Without the hash of the metadata, the code does not depend on paths and comments.
 */
export const compilerSettings = {
  evmVersion: 'london',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none' },
} as const;

const hex = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]+$/),
  v.transform((digits): Hex => `0x${digits}`),
);
const outputSchema = v.object({
  errors: v.optional(v.array(v.object({ severity: v.string(), formattedMessage: v.string() })), []),
  contracts: v.optional(
    v.record(
      v.string(),
      v.record(
        v.string(),
        v.object({
          abi: v.custom<Abi>(Array.isArray),
          evm: v.object({ bytecode: v.object({ object: hex }) }),
        }),
      ),
    ),
    {},
  ),
});

export interface CompiledContract {
  compiler: string;
  abi: Abi;
  /** Creation code, without the constructor's arguments. */
  bytecode: Hex;
}

/**
 * Compiles the token with the compiler of the lock file.
 *
 * @throws Error with the compiler's messages, warnings about our own source included
 */
export function compileToken(): CompiledContract {
  const solc = require('solc') as {
    compile(input: string, callbacks: { import(path: string): { contents: string } }): string;
    version(): string;
  };
  const input = {
    language: 'Solidity',
    sources: { 'WUSD.sol': { content: readFileSync(new URL('WUSD.sol', import.meta.url), 'utf8') } },
    settings: { ...compilerSettings, outputSelection: { 'WUSD.sol': { WUSD: ['abi', 'evm.bytecode.object'] } } },
  };
  const answer = solc.compile(JSON.stringify(input), {
    import: (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') }),
  });
  const { contracts, errors } = v.parse(outputSchema, JSON.parse(answer));
  const contract = contracts['WUSD.sol']?.['WUSD'];
  const problems = errors.filter(
    ({ severity, formattedMessage: text }) => severity === 'error' || text.includes('--> WUSD.sol'),
  );
  if (!contract || problems.length > 0)
    throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return { compiler: solc.version(), abi: contract.abi, bytecode: contract.evm.bytecode.object };
}
