import { isSent } from './codes.ts';
import { randomUUID } from 'node:crypto';
import type { ActOptions, ActReview, MfaCheck, WalletClient } from '@wusd/api-sdk';
import * as v from 'valibot';
import { type Commands, executeEach } from '../src/commands/command.ts';
import { audit } from '../src/platform/audit/audit.ts';
import type { CommandName } from '../src/platform/contract/operations.ts';
import { exampleBody, exampleOf, operationOf, operations } from './contract-examples.ts';
import { delivered, mei, type Node, startTwoNodes } from './harness.ts';
import { present } from '@wusd/server-kit/testing/present';

/** All commands of the contract that have a scene. */
export const described = operations.filter(
  ({ operation }) => operation['x-intent'] !== undefined && operation['x-mfa-scene'] !== undefined,
);
/** Returns the example answer of a command. */
export const answerOf = (operationId: string): unknown => exampleOf(operationId, 'ok');
/** Returns the only member of a body, for SDK methods that take just its value. */
const textOf = (operationId: CommandName): string => String(Object.values(exampleBody(operationId) ?? {})[0]);

export type Review = (api: WalletClient) => Promise<ActReview>;
export type Act = (api: WalletClient, options: ActOptions) => Promise<unknown>;

/** Id for path parameters. */
export const entityId = 'bnk_01hqxyz0000000000000';

/** Preview and execution of each command with the SDK's methods. */
export const methods = {
  changePassword: [
    (api) => api.password.reviewChange(textOf('changePassword')),
    (api, options) => api.password.change(textOf('changePassword'), options),
  ],
  changeMobilePrecheck: [(api) => api.contact.reviewPhoneProof(), (api, options) => api.contact.provePhone(options)],
  changeMobile: [
    (api) => api.contact.reviewPhoneChange(exampleBody('changeMobile')),
    (api, options) => api.contact.changePhone(exampleBody('changeMobile'), options),
  ],
  changeEmailPrecheck: [(api) => api.contact.reviewEmailProof(), (api, options) => api.contact.proveEmail(options)],
  changeEmail: [
    (api) => api.contact.reviewEmailChange(exampleBody('changeEmail')),
    (api, options) => api.contact.changeEmail(exampleBody('changeEmail'), options),
  ],
  setAntiPhishingCode: [
    (api) => api.security.reviewAntiPhishingCode(textOf('setAntiPhishingCode')),
    (api, options) => api.security.setAntiPhishingCode(textOf('setAntiPhishingCode'), options),
  ],
  bindAuthenticator: [
    (api) => api.mfa.reviewAuthenticatorBinding(textOf('bindAuthenticator')),
    (api, options) => api.mfa.bindAuthenticator(textOf('bindAuthenticator'), options),
  ],
  unbindAuthenticator: [
    (api) => api.mfa.reviewAuthenticatorRemoval(),
    (api, options) => api.mfa.unbindAuthenticator(options),
  ],
  renewRecoveryCodes: [(api) => api.mfa.reviewRecoveryCodes(), (api, options) => api.mfa.renewRecoveryCodes(options)],
  createPasskey: [
    (api) => api.passkeys.reviewCreation(exampleBody('createPasskey')),
    (api, options) => api.passkeys.create(exampleBody('createPasskey'), options),
  ],
  removePasskey: [
    (api) => api.passkeys.reviewRemoval(entityId),
    (api, options) => api.passkeys.remove(entityId, options),
  ],
  submitOtc: [
    (api) => api.otc.review(exampleBody('submitOtc')),
    (api, options) => api.otc.submit(exampleBody('submitOtc'), options),
  ],
  turnOnAutoRedemption: [
    (api) => api.autoRedemption.reviewTurnOn(),
    (api, options) => api.autoRedemption.turnOn(options),
  ],
  withdrawCrypto: [
    (api) => api.cryptoTransactions.reviewWithdrawal(exampleBody('withdrawCrypto')),
    (api, options) => api.cryptoTransactions.withdraw(exampleBody('withdrawCrypto'), options),
  ],
  withdrawFiat: [
    (api) => api.fiatTransactions.reviewWithdrawal(exampleBody('withdrawFiat')),
    (api, options) => api.fiatTransactions.withdraw(exampleBody('withdrawFiat'), options),
  ],
  addBankAccount: [
    (api) => api.bankAccounts.reviewAdd(exampleBody('addBankAccount')),
    (api, options) => api.bankAccounts.add(exampleBody('addBankAccount'), options),
  ],
  editBankAccount: [
    (api) => api.bankAccounts.reviewEdit(entityId, exampleBody('editBankAccount')),
    (api, options) => api.bankAccounts.edit(entityId, exampleBody('editBankAccount'), options),
  ],
  addBlockchainAddress: [
    (api) => api.blockchainAddresses.reviewAdd(exampleBody('addBlockchainAddress')),
    (api, options) => api.blockchainAddresses.add(exampleBody('addBlockchainAddress'), options),
  ],
} satisfies Partial<Record<CommandName, [review: Review, act: Act]>>;

/**
 * Starts two nodes on which each command only appends a row to the audit log, and returns the contract's example.
 *
 * @param isFailing whether commands fail after their effect
 */
export async function startLoggedActs(isFailing: () => boolean = () => false) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every command by its name, which the compiler can't follow
  const acts = Object.fromEntries(
    described.map(({ operation: { operationId } }) => [
      operationId,
      {
        preview: async () => ({
          review: { ...v.parse(v.looseObject({}), exampleOf(operationId, 'review')), blockers: [] },
        }),
        execute: executeEach(async ({ customer }, trx) => {
          const { clock } = node.server.services;
          await audit(trx, clock, { customerId: customer.id, actor: 'customer', act: `test ${operationId}` });
          if (isFailing()) throw new Error('The domain broke');
          return answerOf(operationId);
        }),
      },
    ]),
  ) as Commands;
  const { node, other } = await startTwoNodes({}, acts);
  /** Returns how often a command took effect. */
  const effect = async (operationId: string): Promise<number> => {
    const rows = await node.server.services.db
      .selectFrom('audit_log')
      .select('id')
      .where('act', '=', `test ${operationId}`)
      .execute();
    return rows.length;
  };
  return { node, other, effect };
}

export const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
type CodeCheck = Extract<MfaCheck, { code: string }>;

/**
 * Returns a correct check for each group of an intent, by SMS if possible. @param by clients of the intent's session
 * on two nodes
 */
export async function proveBy(
  node: Node,
  { api, there }: { api: WalletClient; there: WalletClient },
  { intentId: opened, checkGroups }: ActReview,
): Promise<CodeCheck[]> {
  const intentId = present(opened);
  const types = checkGroups.map(({ anyOf }) => anyOf.find(isSent)?.checkType ?? 2);
  for (const checkType of types)
    await (checkType === 1 ? api.mfa.sendSmsOtp({ intentId }) : there.mfa.sendEmailOtp({ intentId }));
  await delivered(node);
  return Promise.all(
    types.map(async (checkType) => {
      const { messages } = await node.api.sandbox.mailbox(checkType === 1 ? mei.phone : mei.username);
      return { checkType, code: messages.find((message) => message.code !== undefined)?.code ?? '' };
    }),
  );
}

export const captcha = (operationId: string): { captcha?: () => Promise<string> } => {
  const action = operationOf(operationId).operation['x-captcha'];
  return action === undefined ? {} : { captcha: async () => `simulated:${action}:${randomUUID()}` };
};
