import { type Auth, createAuth } from '@wusd/auth-core';
import { createEncryptedStore } from '@wusd/auth-core/store';
import { deviceId } from '../i18n/preferences.ts';
import { baseUrl, currentLanguage, loadConfig } from '../api/client.ts';

/** Creates the session that all tabs of this browser share. */
export function createPageAuth(): Auth {
  return createAuth({
    baseUrl,
    store: createEncryptedStore({ onUnavailable: 'memory' }),
    language: currentLanguage,
    device: deviceId,
    async getConfig(options) {
      const { GOOGLE, sealingKey } = await loadConfig(options);
      return { clientId: GOOGLE.OAUTH2_CLIENT_ID, sealingKey };
    },
  });
}
