import type { ActReview, MfaCheck, Passkey, WalletClient } from '@wusd/api-sdk';
import { accountSecurityOn, somchai } from './account-security.ts';
import { mei, type Node } from './harness.ts';
import { createPasskeyDouble, type PasskeyDouble } from './passkey-double.ts';
import { present } from '@wusd/server-kit/testing/present';

const contactsOf = {
  somchai: { 1: somchai.phone, 2: somchai.username },
  mei: { 1: mei.phone, 2: mei.username },
} as const;

/** Helpers for passkeys of the demo customers on a node, with doubles of authenticators. */
export function passkeysOn(node: Node) {
  const { prove } = accountSecurityOn(node);
  return {
    /** Adds a passkey like a customer, with the required codes. */
    async add(
      api: WalletClient,
      double = createPasskeyDouble(),
      whose: keyof typeof contactsOf = 'somchai',
    ): Promise<Passkey> {
      const { options } = await api.passkeys.creationOptions();
      const body = { name: 'My phone', credential: double.create(options) };
      const intent = await api.passkeys.reviewCreation(body);
      return api.passkeys.create(body, { intent, mfa: await prove(api, intent, contactsOf[whose]) });
    },

    /** Returns a check with the assertion for an intent. @param changes e.g. another origin */
    async asserted(
      api: WalletClient,
      { intentId }: Pick<ActReview, 'intentId'>,
      double: PasskeyDouble,
      changes?: Parameters<PasskeyDouble['get']>[1],
    ): Promise<MfaCheck> {
      const { options } = await api.passkeys.checkOptions({ intentId: present(intentId) });
      return { checkType: 4, assertion: double.get(options, changes) };
    },

    /** Deletes all passkeys and their effects. */
    async forgetPasskeys(): Promise<void> {
      const { db } = node.server.services;
      await db.deleteFrom('passkey').execute();
      await db.deleteFrom('passkey_credential').execute();
      await db.deleteFrom('factor_failure').execute();
      await db.updateTable('customer').set({ cooldown_ends_at: null }).execute();
    },

    async auditedActs(): Promise<string[]> {
      const rows = await node.server.services.db.selectFrom('audit_log').select('act').orderBy('id').execute();
      return rows.map(({ act }) => act);
    },
  };
}
