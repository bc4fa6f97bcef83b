import { type Currency, SceneType } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import type { Customer } from '../../../commands/customers.ts';
import type { Commands } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { addAddress } from '../../destinations/blockchain-addresses/addresses.ts';
import { assertValidAmount } from '../core/amount-validation.ts';
import { evaluateAmount, withdrawalCommand } from '../core/withdrawal-commands.ts';
import { type AddressChoice, findCryptoDestination } from './destinations.ts';
import { remainingCryptoLimits } from './limits.ts';
import { findCryptoTransaction } from './responses.ts';
import { readNetworkTerms } from './terms.ts';
import { requestCryptoWithdrawal } from './withdrawals.ts';

interface WithdrawalBody extends AddressChoice {
  money: { currency: Currency; amount: string };
}

/** The commands of crypto transfers. */
export function cryptoCommands(services: Services): Commands {
  const { clock } = services;

  async function evaluate(db: Db | Trx, customer: Customer | undefined, customerId: string, body: WithdrawalBody) {
    const { money } = body;
    assertValidAmount(money.amount, money.currency);
    const destination = await findCryptoDestination(services, db, customerId, money.currency, body);
    const { withdrawalFee: fee, confirmations } = await readNetworkTerms(db, destination.networkId);
    const remaining = await remainingCryptoLimits(db, clock, customerId, customer?.accountType ?? '');
    const evaluated = await evaluateAmount(db, clock.now(), customer, customerId, money, {
      fee,
      destination,
      remaining,
    });
    return { ...evaluated, destination, confirmations };
  }

  const withdrawCrypto = withdrawalCommand(services, {
    evaluate,
    feeName: 'network fee',
    isFreeUnlisted: false,
    holdMessages: {
      saved: 'message.withdrawalReason.new-destination',
      unsaved: 'message.withdrawal.newAddress',
    },
    addScope: 'wallet.blockchain_address.add',
    addScene: SceneType.ADD_BLOCKCHAIN_ADDRESS,
    paymentOf({ money: { currency, amount } }: WithdrawalBody, { destination: { networkId, address, memo } }) {
      return { networkId, to: address, memo: memo ?? undefined, currency, amount: toMinor(amount, scaleOf(currency)) };
    },
    async request(trx, customer, call, { fee, destination, confirmations }, assertion) {
      const body: WithdrawalBody = call.body;
      const { currency, amount } = body.money;
      const scale = scaleOf(currency);
      const { recipient, networkId, address, memo, payoutsFrom } = destination;
      const id = 'id' in recipient ? recipient.id : await addAddress(trx, services, call, customer, recipient);
      return requestCryptoWithdrawal(trx, services, {
        customer,
        currency,
        amount: toMinor(amount, scale),
        fee: toMinor(fee, scale),
        destination: { id, networkId, address, memo, payoutsFrom },
        confirmationsNeeded: confirmations,
        assertion,
      });
    },
    find: (trx, customerId, id, language) =>
      findCryptoTransaction(trx, { customerId, directions: ['withdrawal'], language }, id),
  });

  return { withdrawCrypto };
}
