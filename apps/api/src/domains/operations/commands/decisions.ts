import { identityReasons } from '../../../gateways/identity-reasons.ts';
import { transitionBankAccount } from '../../destinations/bank-accounts/transitions.ts';
import { transitionAddress } from '../../destinations/blockchain-addresses/addresses.ts';
import { orderReasons } from '../../exchange/otc/states.ts';
import type { Services } from '../../services.ts';
import { depositReasons, withdrawalReasons } from '../../transfers/core/reasons.ts';
import { defineCommand, type OperatorCommand } from '../command.ts';
import { rejectIdentity } from '../customers.ts';
import { UsageError } from '../errors.ts';
import { decideOrder } from '../orders.ts';
import { cancelPayout } from '../payouts.ts';
import type { CommandResult } from '../results.ts';
import { returnDeposit } from '../returns.ts';
import { documentReasons, personReasons } from '../../identity-access/verification/reasons.ts';
import { decideSupplyOrder } from '../supply/orders.ts';
import { decideTransfer } from '../transfers.ts';
import { decideVerification } from '../verification.ts';

const group = 'Decisions:';

/** Decision functions by the id prefix of the entity. */
const deciders = {
  otc_: decideOrder,
  ctx_: decideTransfer,
  ftx_: decideTransfer,
  sup_: decideSupplyOrder,
  vdc_: decideVerification,
  vpr_: decideVerification,
};
const deciderOf = (id: string) => Object.entries(deciders).find(([prefix]) => id.startsWith(prefix))?.[1];

/** Reasons of all kinds of rejections. The decision itself accepts only the reasons of its kind. */
const reasons = [
  ...new Set([
    ...identityReasons,
    ...documentReasons,
    ...personReasons,
    ...orderReasons,
    ...depositReasons,
    ...withdrawalReasons,
  ]),
];

async function setDestinationStatus(
  services: Services,
  id: string,
  status: 'active' | 'disabled',
  operator: string,
): Promise<CommandResult> {
  const transition = id.startsWith('bnk_') ? transitionBankAccount : transitionAddress;
  await transition(services, id, { to: status, actor: 'Operations', operator });
  return { type: 'status', id, status };
}

const destination = { description: 'Id of the blockchain address (adr_…) or bank account (bnk_…)' };

export const decisionCommands: readonly OperatorCommand[] = [
  defineCommand({
    name: 'approve',
    group,
    summary:
      'Approve an order, deposit, claim, withdrawal, payout, mint or burn, or a document or person of a verification.',
    example: 'approve otc_01hqxyz0000000000000000000',
    arguments: {
      id: {
        description:
          'Id of the order (otc_…), crypto transaction (ctx_…), bank transfer (ftx_…), mint or burn (sup_…), document (vdc_…) or person (vpr_…)',
      },
    },
    options: {
      to: { value: 'address', description: 'Address that a crypto withdrawal goes to; needed where you sign it' },
      amount: { value: 'decimal', description: 'Amount that it pays, without the fee; needed where you sign it' },
    },
    execute(services, { id, operator, key, to, amount }) {
      const decider = deciderOf(id);
      if (!decider)
        throw new UsageError(
          `approve needs an id that begins with ${Object.keys(deciders).join(', ')}. Use verify for an identity.`,
        );
      return decider(services, id, 'approve', undefined, operator, { approval: key && { key, to, amount } });
    },
  }),
  defineCommand({
    name: 'reject',
    group,
    summary:
      'Reject an identity, document, person, order, deposit, claim, withdrawal or payout, and tell the customer why.',
    example: 'reject ctx_01hqxyz0000000000000000000 --reason source-of-funds',
    arguments: {
      id: {
        description:
          'Id of the order (otc_…), crypto transaction (ctx_…), bank transfer (ftx_…), document (vdc_…) or person (vpr_…), or the e-mail address or id of a customer',
      },
    },
    options: {
      reason: {
        value: 'code',
        isRequired: true,
        choices: reasons,
        description: [
          'Reason that the customer reads in their language.',
          `Identities: ${identityReasons.join(', ')}.`,
          `Documents: ${documentReasons.join(', ')}.`,
          `Persons: ${personReasons.join(', ')}.`,
          `Orders: ${orderReasons.join(', ')}.`,
          `Deposits and claims: ${depositReasons.join(', ')}.`,
          `Withdrawals and payouts: ${withdrawalReasons.join(', ')}.`,
        ].join(' '),
      },
      unpaid: {
        value: 'text',
        description: 'How you know that nothing was paid; needed for a withdrawal that the signer has signed before',
      },
    },
    execute: (services, { id, reason, unpaid, operator }) =>
      deciderOf(id)?.(services, id, 'reject', reason, operator, { unpaid }) ??
      rejectIdentity(services, id, reason, operator),
  }),
  defineCommand({
    name: 'return-deposit',
    group,
    summary: 'Send a rejected deposit back to its sender, less the fee; without --confirm it only previews that.',
    example: 'return-deposit ctx_01hqxyz0000000000000000000 --why "the sender asked for it" --confirm 245.00',
    arguments: { deposit: { description: 'Id of the crypto deposit (ctx_…) or bank deposit (ftx_…)' } },
    options: {
      why: { value: 'text', isRequired: true, description: 'Explanation for the audit log' },
      memo: { value: 'text', description: "Memo that the sender's account needs, on a network with memos" },
      confirm: { value: 'amount', description: 'Amount that the preview says is sent' },
    },
    execute: (services, { deposit, why, memo, confirm, operator }) =>
      returnDeposit(services, deposit, { why, memo, confirm, operator }),
  }),
  defineCommand({
    name: 'cancel-payout',
    group,
    summary: 'Cancel a stuck crypto payout; the withdrawal needs a decision once the cancellation is final.',
    example: 'cancel-payout ctx_01hqxyz0000000000000000000 --why "the network dropped it"',
    arguments: { withdrawal: { description: 'Id of the withdrawal (ctx_…)' } },
    options: { why: { value: 'text', isRequired: true, description: 'Explanation for the audit log' } },
    execute: (services, { withdrawal, why, operator }) => cancelPayout(services, withdrawal, why, operator),
  }),
  defineCommand({
    name: 'disable',
    group,
    summary: 'Stop payouts to a blockchain address or bank account.',
    example: 'disable bnk_01hqxyz0000000000000000000',
    arguments: { destination },
    execute: (services, { destination: id, operator }) => setDestinationStatus(services, id, 'disabled', operator),
  }),
  defineCommand({
    name: 'enable',
    group,
    summary: 'Allow payouts to a disabled blockchain address or bank account again.',
    example: 'enable adr_01hqxyz0000000000000000000',
    arguments: { destination },
    execute: (services, { destination: id, operator }) => setDestinationStatus(services, id, 'active', operator),
  }),
];
