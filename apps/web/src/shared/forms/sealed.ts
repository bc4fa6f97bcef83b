import { ApiError } from '@wusd/api-sdk/core';
import { seal } from '@wusd/auth-core/seal';
import { loadConfig } from '../api/client.ts';

/** Makes a call with encrypted secrets. If the server's key has rotated, encrypts them again with the new key, once. */
export async function sealed<T>(secrets: Record<string, string>, call: (payload: string) => Promise<T>): Promise<T> {
  const attempt = async (fresh: boolean): Promise<T> => {
    const { sealingKey } = await loadConfig({ fresh });
    return call(await seal(sealingKey, secrets));
  };
  return attempt(false).catch((error: unknown) => {
    if (error instanceof ApiError && error.is('SEALED_PAYLOAD_UNREADABLE')) return attempt(true);
    throw error;
  });
}
