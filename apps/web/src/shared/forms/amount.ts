import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import { parseTypedAmount } from './amount-input.ts';

const says = (id: MessageId): MessageId => id;

/** An amount above zero as people write it, sent as a plain decimal. @param decimals of its currency */
export const typedAmount = (decimals: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(says('swap.amountRequired')),
    v.check((typed) => /[1-9]/.test(parseTypedAmount(typed, decimals) ?? ''), says('home.calc.amountInvalid')),
    v.transform((typed) => parseTypedAmount(typed, decimals) ?? typed),
  );
