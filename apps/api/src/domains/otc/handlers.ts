import { decimalsOf } from '@wusd/api-sdk/domain';
import { adjustByBasisPoints, compare, convert, convertBack, crossRate, isAmount } from '@wusd/api-sdk/money';
import type { Handlers } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import { take } from '../../security/throttle.ts';
import { swapPairs } from '../config/offering.ts';
import type { Services } from '../services.ts';

/** WUSD is worth one US dollar by definition; every other pair costs a quarter of a percent of the middle rate. */
const margin = -25;

export function otcHandlers(services: Services): Handlers {
  const { clock, outside } = services;
  return {
    async getOtcRate({ body: { payCurrency, receiveCurrency, payAmount, receiveAmount }, request }) {
      await take(services, `rate:${request.ip}`, 300, 60);
      const offered = swapPairs.some(({ pay, receive }) => pay === payCurrency && receive === receiveCurrency);
      const [payPrice, receivePrice] = await Promise.all([
        outside.rates.priceInUsd(payCurrency),
        outside.rates.priceInUsd(receiveCurrency),
      ]);
      if (!offered || payPrice === undefined || receivePrice === undefined) throw new Failure('PAIR_NOT_OFFERED');

      const [typed, typedCurrency, field] =
        payAmount === undefined
          ? [receiveAmount ?? '0', receiveCurrency, '/body/receiveAmount']
          : [payAmount, payCurrency, '/body/payAmount'];
      if (!isAmount(typed, decimalsOf(typedCurrency)))
        throw new Failure('INVALID_REQUEST', { field, reasonCode: 'too-many-decimals' });
      if (compare(typed, '0') <= 0) throw new Failure('INVALID_REQUEST', { field, reasonCode: 'not-above-zero' });

      const basisPoints = payCurrency === 'USD' || receiveCurrency === 'USD' ? 0 : margin;
      const rate = adjustByBasisPoints(crossRate(payPrice, receivePrice), basisPoints);
      const pay = payAmount ?? convertBack(typed, rate, decimalsOf(payCurrency), 'up');
      const receive = receiveAmount ?? convert(typed, rate, decimalsOf(receiveCurrency), 'down');
      return {
        pay: { currency: payCurrency, amount: pay },
        receive: { currency: receiveCurrency, amount: receive },
        rate,
        basisPoints,
        fees: [],
        indicative: true,
        asOf: clock.now().toISOString(),
      };
    },
  };
}
