import type { Currency } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { shortAddress } from '@wusd/i18n';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { scaleOf } from '../../../platform/registry/currencies.ts';
import { isNetworkOffered } from '../../config/offering.ts';
import type { Customer } from '../../../commands/customers.ts';
import type { Commands } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { exclusionError, findExclusion } from '../../destinations/blockchain-addresses/excluded-addresses.ts';
import { assertValidAmount } from '../core/amount-validation.ts';
import { evaluateAmount, withdrawalCommand } from '../core/withdrawal-commands.ts';
import { remainingCryptoLimits } from './limits.ts';
import { findCryptoTransaction } from './responses.ts';
import { readNetworkTerms } from './terms.ts';
import { requestCryptoWithdrawal } from './withdrawals.ts';

interface WithdrawalBody {
  money: { currency: Currency; amount: string };
  addressId: string;
}

/** The commands of crypto transfers. */
export function cryptoCommands(services: Services): Commands {
  const { clock } = services;

  async function evaluate(
    db: Db | Trx,
    customer: Customer | undefined,
    customerId: string,
    { money, addressId }: WithdrawalBody,
  ) {
    const { currency, amount } = money;
    assertValidAmount(amount, currency);
    const address = await db
      .selectFrom('blockchain_address')
      .selectAll()
      .where('id', '=', addressId)
      .where('customer_id', '=', customerId)
      .where('status', '<>', 'gone')
      .executeTakeFirst();
    if (!address) throw new AppError('DESTINATION_NOT_ACTIVE');
    const { network_id: networkId, payouts_from: payoutsFrom } = address;
    if (!isNetworkOffered(currency, networkId))
      throw new AppError('INVALID_REQUEST', { field: '/body/addressId', reasonCode: 'not-on-this-network' });
    const { withdrawalFee: fee, confirmations } = await readNetworkTerms(db, networkId);
    const remaining = await remainingCryptoLimits(db, clock, customerId, customer?.accountType ?? '');
    const isDestinationActive = address.status === 'active';
    const evaluated = await evaluateAmount(db, clock.now(), customer, customerId, money, {
      fee,
      isDestinationActive,
      remaining,
    });
    const exclusion = await findExclusion(services, db, networkId, address.address);
    return {
      ...evaluated,
      blockers: [
        ...evaluated.blockers,
        ...(exclusion === undefined ? [] : [exclusionError(exclusion, '/body/addressId')]),
      ],
      address,
      destinationName: shortAddress(address.address),
      payoutsFrom,
      confirmations,
    };
  }

  const withdrawCrypto = withdrawalCommand(services, {
    evaluate,
    feeName: 'network fee',
    isFreeUnlisted: false,
    newDestinationMessage: 'message.withdrawalReason.new-destination',
    request(
      trx,
      customer,
      { money: { currency, amount } }: WithdrawalBody,
      { fee, address, confirmations, payoutsFrom },
    ) {
      const scale = scaleOf(currency);
      const { id, network_id: networkId, memo } = address;
      return requestCryptoWithdrawal(trx, services, {
        customer,
        currency,
        amount: toMinor(amount, scale),
        fee: toMinor(fee, scale),
        destination: { id, networkId, address: address.address, memo, payoutsFrom },
        confirmationsNeeded: confirmations,
      });
    },
    find: (trx, customerId, id, language) =>
      findCryptoTransaction(trx, { customerId, directions: ['withdrawal'], language }, id),
  });

  return { withdrawCrypto };
}
