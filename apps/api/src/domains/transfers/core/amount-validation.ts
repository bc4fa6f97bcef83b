import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, isAmount } from '@wusd/api-sdk/money';
import { AppError } from '../../../platform/errors/app-error.ts';

/**
 * An amount in a request must be above zero, and no finer than its currency.
 *
 * @param field of the body, for the error to point at
 * @throws AppError INVALID_REQUEST `too-many-decimals`, `not-above-zero`
 */
export function assertValidAmount(amount: string, currency: string, field = '/body/money/amount'): void {
  if (!isAmount(amount, decimalsOf(currency)))
    throw new AppError('INVALID_REQUEST', { field, reasonCode: 'too-many-decimals' });
  if (compare(amount, '0') <= 0) throw new AppError('INVALID_REQUEST', { field, reasonCode: 'not-above-zero' });
}
