import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, isAmount } from '@wusd/api-sdk/money';
import { AppError } from '../../../platform/errors/app-error.ts';

/**
 * Asserts that an amount in a request is above zero and has at most the decimals of its currency.
 *
 * @param field field of the body that the error names
 * @throws AppError INVALID_REQUEST `too-many-decimals`, `not-above-zero`
 */
export function assertValidAmount(amount: string, currency: string, field = '/body/money/amount'): void {
  if (!isAmount(amount, decimalsOf(currency)))
    throw new AppError('INVALID_REQUEST', { field, reasonCode: 'too-many-decimals' });
  if (compare(amount, '0') <= 0) throw new AppError('INVALID_REQUEST', { field, reasonCode: 'not-above-zero' });
}
