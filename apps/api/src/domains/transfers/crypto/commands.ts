import { decimalsOf } from '@wusd/api-sdk/domain';
import { add, compare, subtract, toMinor } from '@wusd/api-sdk/money';
import { formatMoney, shortAddress } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { toBlocker, assertNoBlockers } from '../../../platform/errors/blockers.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { scaleOf } from '../../../platform/registry/currencies.ts';
import type { AddressRow } from '../../destinations/blockchain-addresses/responses.ts';
import { networkOffered } from '../../config/offering.ts';
import { type Customer, findCustomer, lockCustomer } from '../../../commands/customers.ts';
import type { Command, Commands } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { requireAmount } from '../typed-amounts.ts';
import { availableOf } from '../../wallet/accounts/available.ts';
import { withdrawalRefusals } from '../withdrawal-rules.ts';
import { exclusionFailure, exclusionOf } from '../../destinations/blockchain-addresses/excluded-addresses.ts';
import { remainingOf } from './limits.ts';
import { readNetworkTerms } from './terms.ts';
import { findTransaction } from './responses.ts';
import { openWithdrawal } from './withdrawals.ts';

const hourMs = 60 * 60_000;
/** How long a withdrawal takes at most: two business days. */
const leavesWithinMs = 2 * 24 * hourMs;

interface Judged {
  address: AddressRow;
  fee: string;
  total: string;
  available: string;
  confirmations: number;
  refusals: AppError[];
}

/** Withdrawals over blockchains. */
export function cryptoCommands(services: Services): Commands {
  const { db, clock, vault } = services;

  /** Everything that is asked of a withdrawal, as of now. @throws AppError INVALID_REQUEST, DESTINATION_NOT_ACTIVE */
  async function judge(
    from: Db | Trx,
    customer: Customer | undefined,
    customerId: string,
    { money: { currency, amount }, addressId }: { money: { currency: string; amount: string }; addressId: string },
  ): Promise<Judged> {
    const now = clock.now();
    requireAmount(amount, currency);
    const address = await from
      .selectFrom('blockchain_address')
      .selectAll()
      .where('id', '=', addressId)
      .where('customer_id', '=', customerId)
      .where('status', '<>', 'gone')
      .executeTakeFirst();
    if (!address) throw new AppError('DESTINATION_NOT_ACTIVE');
    if (!networkOffered(currency, address.network_id))
      throw new AppError('INVALID_REQUEST', { field: '/body/addressId', reasonCode: 'not-on-this-network' });
    const { withdrawalFee: fee, confirmations } = await readNetworkTerms(from, address.network_id);
    const available = await availableOf(from, customerId, currency);
    const total = add(amount, fee);
    const remaining = await remainingOf(from, clock, customerId, customer?.accountType ?? '');
    const most = compare(available, fee) > 0 ? subtract(available, fee) : '0';
    const asked = { currency, amount, total, available, most };
    const exclusion = await exclusionOf(services, from, address.network_id, address.address);
    const refusals = [
      ...withdrawalRefusals(now, customer, address.status === 'active', asked, remaining),
      ...(exclusion === undefined ? [] : [exclusionFailure(exclusion, '/body/addressId')]),
    ];
    return { address, fee, total, available: most, confirmations, refusals };
  }

  const withdrawCrypto: Command<'withdrawCrypto'> = {
    async preview({ caller: { customerId }, body, language }) {
      const customer = await findCustomer(db, vault, customerId);
      const { address, fee, total, refusals } = await judge(db, customer, customerId, body);
      const now = clock.now();
      const isNew = address.payouts_from > now;
      const leavesAt = isNew ? address.payouts_from : now;
      const { currency, amount } = body.money;
      const speaks = customer?.language ?? 'en_US';
      return {
        about: formatMessage(speaks, 'message.act.withdrawTo', {
          amount: formatMoney(speaks, amount, currency, decimalsOf(currency)),
          address: shortAddress(address.address),
        }),
        review: {
          blockers: refusals.map((each) => toBlocker(each, language)),
          sends: { currency, amount: total },
          fees: [{ name: 'network fee', money: { currency, amount: fee } }],
          receives: body.money,
          arrivesBy: new Date(leavesAt.getTime() + leavesWithinMs).toISOString(),
          ...(isNew && {
            holds: [
              {
                reasonCode: 'new-destination',
                message: formatMessage(languageOf(language), 'message.withdrawalReason.new-destination'),
                who: 'system',
                until: address.payouts_from.toISOString(),
              },
            ],
          }),
        },
      };
    },
    async execute({ caller: { customerId }, body, language }, trx) {
      const customer = await lockCustomer(trx, vault, customerId);
      const { address, fee, available, confirmations, refusals } = await judge(trx, customer, customerId, body);
      assertNoBlockers(refusals);
      const { currency, amount } = body.money;
      const scale = scaleOf(currency);
      const id = await openWithdrawal(trx, services, {
        customer,
        currency,
        amount: toMinor(amount, scale),
        fee: toMinor(fee, scale),
        destination: {
          id: address.id,
          networkId: address.network_id,
          address: address.address,
          memo: address.memo,
          payoutsFrom: address.payouts_from,
        },
        confirmationsNeeded: confirmations,
      }).catch((error: unknown) => {
        throw error instanceof LedgerError && error.reason === 'insufficient'
          ? new AppError('INSUFFICIENT_BALANCE', { bound: { currency, amount: available } })
          : error;
      });
      return findTransaction(trx, customerId, id, ['withdrawal'], language);
    },
    topics: ({ caller }) => [caller.customerId, 'messages', 'withdrawals'],
  };
  return { withdrawCrypto };
}
