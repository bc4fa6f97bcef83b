import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import { problems } from './rules.ts';
import { parseTypedAmount } from './amount-input.ts';

/** Schema of a typed amount above zero, sent as a plain decimal. @param decimals decimals of the currency */
export const typedAmount = (decimals: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(problems.required),
    v.check(
      (typed) => /[1-9]/.test(parseTypedAmount(typed, decimals) ?? ''),
      'home.calc.amountInvalid' satisfies MessageId,
    ),
    v.transform((typed) => parseTypedAmount(typed, decimals) ?? typed),
  );
