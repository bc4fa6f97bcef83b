import type { Vault } from '../src/platform/security/vault.ts';

/** Wraps a vault and counts the values that are decrypted with it. */
export function watchVault(vault: Vault): { vault: Vault; opened: () => number } {
  let count = 0;
  const counted = <Result>(result: Result): Result => {
    count += 1;
    return result;
  };
  return {
    vault: {
      ...vault,
      open: (...value) => counted(vault.open(...value)),
      openBytes: (...value) => counted(vault.openBytes(...value)),
    },
    opened: () => count,
  };
}
