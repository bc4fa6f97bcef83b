import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import { problems } from './rules.ts';
import { parseTypedAmount } from './amount-input.ts';

/** An amount above zero as people write it, sent as a plain decimal. @param decimals of its currency */
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
