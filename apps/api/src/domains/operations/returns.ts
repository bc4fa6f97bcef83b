import { compare, fromMinor, isAmount } from '@wusd/api-sdk/money';
import { transact } from '../../platform/database/database.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { ReturnBlocked, type ReturnBlocker } from '../transfers/core/returns.ts';
import type { ReturnOrder, ReturnPlan } from '../transfers/core/return-requests.ts';
import { planCryptoReturn, requestCryptoReturn } from '../transfers/crypto/returns.ts';
import { planFiatReturn, requestFiatReturn } from '../transfers/fiat/returns.ts';
import { nameOfPayee } from '../transfers/fiat/transactions.ts';
import type { Services } from '../services.ts';
import { OperatorError, UsageError } from './errors.ts';
import type { CommandResult, Money } from './results.ts';

const explanations = {
  'not-rejected': 'only a rejected deposit is returned',
  'undisclosed-claim': 'the transfer of a rejected claim stays open for other claimants',
  'not-final': 'its block is not final yet. Try again later',
  'unmatched-line': 'its credit was reversed, and its statement line waits to be matched. Use statement-lines',
  'in-flight': 'a return of it is in flight',
  returned: 'it was returned before',
  'sender-unknown': 'the account or address of its sender is not known',
  'burn-address': 'its sender is an address that nobody can spend from',
  'token-contract': 'its sender is a token contract',
  'own-address': 'its sender is an address of ours',
  'no-memos': 'its network has no memos. Leave --memo out',
  'malformed-memo': 'the memo must have 1 to 28 bytes',
  'memo-required': 'the account of its sender needs a memo. Ask the sender, and name it with --memo',
  'prohibited-country': 'the account of its sender is in a prohibited country',
  'below-fee': 'it is not more than the fee of sending it',
  changed: 'its amount has changed since the preview. Check the preview again',
} satisfies Record<ReturnBlocker, string>;

/** A planned return, and the function that requests it. */
interface PlannedReturn {
  plan: ReturnPlan;
  /** The sender's account or address, with the network or bank. */
  recipient: string;
  request(services: Services, order: ReturnOrder): Promise<string>;
}

async function planReturn(services: Services, id: string, memo: string | undefined): Promise<PlannedReturn> {
  const { db } = services;
  if (id.startsWith('ctx_')) {
    const plan = await planCryptoReturn(services, id, memo);
    const note = plan.memo === null ? '' : `, memo ${plan.memo}`;
    return {
      plan,
      recipient: `${plan.address} on ${networkNameOf(plan.networkId)}${note}`,
      request: (within, order) => transact(db, (trx) => requestCryptoReturn(trx, within, plan, order)),
    };
  }
  if (!id.startsWith('ftx_')) throw new UsageError('return-deposit needs an id that begins with ctx_ or ftx_.');
  if (memo !== undefined) throw new UsageError('Only a crypto deposit is returned with a memo.');
  const plan = await planFiatReturn(services, id);
  const { payee, partnerId } = plan;
  return {
    plan,
    recipient: `${payee.beneficiaryName}, ${nameOfPayee({ ...payee, label: payee.country })} by ${payee.rail} from ${partnerId}`,
    request: (within, order) => transact(db, (trx) => requestFiatReturn(trx, within, plan, order)),
  };
}

export interface ReturnCommand extends ReturnOrder {
  /** Memo required by the sender's account. */
  memo: string | undefined;
  /** The previewed amount. Without it the return is only previewed. */
  confirm: string | undefined;
}

/**
 * Previews the return of a rejected deposit to its sender, and requests it once the previewed amount is confirmed.
 *
 * @param id id of a crypto deposit (ctx_…) or a bank deposit (ftx_…)
 * @throws UsageError; OperatorError CONFLICT if the deposit can't be returned, or another amount was confirmed;
 *   AppError NOT_FOUND
 */
export async function returnDeposit(
  services: Services,
  id: string,
  { memo, confirm, ...order }: ReturnCommand,
): Promise<CommandResult<'return-preview' | 'return-ordered'>> {
  return executeReturn(services, id, memo, confirm, order).catch((error: unknown) => {
    if (!(error instanceof ReturnBlocked)) throw error;
    throw new OperatorError('CONFLICT', `${id} can't be returned: ${explanations[error.blocker]}.`);
  });
}

/** Formats a decimal without trailing zeros, so that the operator can enter it. */
const shortest = (amount: string): string => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/** Compares decimals of one currency, so that e.g. `245` equals `245.00`. */
const isSameAmount = (entered: string, amount: string, scale: number): boolean =>
  isAmount(entered, scale) && compare(entered, amount) === 0;

async function executeReturn(
  services: Services,
  id: string,
  memo: string | undefined,
  confirm: string | undefined,
  order: ReturnOrder,
): Promise<CommandResult<'return-preview' | 'return-ordered'>> {
  const { plan, recipient, request } = await planReturn(services, id, memo);
  const { currency, amount, fee, risk } = plan;
  const money = (minor: bigint): Money => ({ currency, amount: shortest(fromMinor(minor, scaleOf(currency))) });
  const preview = { id, recipient, sends: money(amount), fee: money(fee), risk };
  if (confirm === undefined) return { type: 'return-preview', ...preview };
  if (!isSameAmount(confirm, money(amount).amount, scaleOf(currency)))
    throw new OperatorError(
      'CONFLICT',
      `${confirm} was confirmed, but ${money(amount).amount} ${currency} would be sent.`,
    );
  const returnId = await request(services, order);
  await services.notifier.send('withdrawals', 'messages');
  return { type: 'return-ordered', returnId, ...preview };
}
