import type { OtcOrder } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { roundDown } from '@wusd/api-sdk/money';
import { useConfig } from '../../shared/api/config.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { holds } from '../../shared/session/session.ts';

/** Link to the swap form with the same pair and amount. Shown once the order is final, if its pair is still offered. */
export function SwapAgain({ nextMoves, pay, receive }: OtcOrder) {
  const t = useTranslate();
  const config = useConfig();
  const isPair = config?.swapPairs.some((pair) => pair.pay === pay.currency && pair.receive === receive.currency);
  if (nextMoves.length > 0 || !isPair || !holds('order.swap_order')) return null;
  const search = {
    pay: pay.currency,
    receive: receive.currency,
    amount: roundDown(pay.amount, decimalsOf(pay.currency)),
  };
  return (
    <ButtonLink to="/mint-redeem" search={search} variant="secondary">
      {t('swap.success.another')}
    </ButtonLink>
  );
}
