import type { PlatformServices } from '../platform/services.ts';
import type { AnyCall } from './command.ts';
import { noScene, type Scene } from './scenes.ts';

/** A command's declaration in the contract. */
export interface CommandOperation {
  operationId: string;
  scene: Scene | typeof noScene;
  hasCaptcha: boolean;
}

/**
 * Returns a keyed HMAC of all input that must be equal in the preview and the execution. The order of object keys does
 * not matter.
 */
export function intentBodyHmac(
  { vault }: Pick<PlatformServices, 'vault'>,
  { operationId, scene }: CommandOperation,
  { body, path }: Pick<AnyCall, 'body' | 'path'>,
): Buffer {
  const reviewed = scene === noScene ? withoutFormExtras(body) : (body ?? null);
  return vault.blindIndex(canonicalJson({ operationId, params: path, body: reviewed }), 'intent');
}

/** Removes the intent id, and the files, which the preview does not receive. */
function withoutFormExtras(body: unknown): unknown {
  return Object.fromEntries(
    Object.entries(body ?? {}).filter(([key, value]) => key !== 'intentId' && !Array.isArray(value)),
  );
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
