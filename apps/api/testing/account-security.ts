import { isSent } from './codes.ts';
import type { ActReview, MfaCheck, WalletClient } from '@wusd/api-sdk';
import { delivered, mei, type Node, seal } from './harness.ts';

export const somchai = { username: 'somchai@demo.example', password: mei.password, phone: '+66812345678' };

/** Returns the end of the withdrawal block after a change of the account's security. */
export const cooldownOf = async (api: WalletClient) => (await api.user.getProfile()).cooldownEndsAt;

/** Helpers for changes of an account's security settings. */
export function accountSecurityOn(node: Node) {
  const newest = async (recipient: string) => {
    await delivered(node);
    return (await node.api.sandbox.mailbox(recipient)).messages[0];
  };
  return {
    sealed: async (value: unknown): Promise<string> => seal(await node.api.config.get(), value),
    newest,
    /** Returns correct checks for a reviewed intent, with the codes that were sent to the given recipients. */
    async prove(
      api: WalletClient,
      { intentId = '', checkGroups }: ActReview,
      to: Partial<Record<1 | 2, string>>,
      authenticator?: () => string,
    ): Promise<MfaCheck[]> {
      const checks: MfaCheck[] = [];
      for (const { anyOf } of checkGroups) {
        const checkType = anyOf.find(isSent)?.checkType;
        if (checkType === undefined) checks.push({ checkType: 3, code: authenticator?.() ?? '' });
        else {
          await (checkType === 1 ? api.mfa.sendSmsOtp({ intentId }) : api.mfa.sendEmailOtp({ intentId }));
          checks.push({ checkType, code: (await newest(to[checkType] ?? ''))?.code ?? '' });
        }
      }
      return checks;
    },
  };
}
