import { useQuery } from '@tanstack/react-query';
import type { PaymentTerms } from '@wusd/api-sdk/core';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { SideCard } from '../../shared/layout/SideCard.tsx';
import { paymentTermsQuery } from './queries.ts';
import { useTermsText } from './use-terms-text.ts';

export type CostAndTimeProps = Pick<PaymentTerms, 'act' | 'currency' | 'counterCurrency' | 'networkId' | 'rail'>;

/** Fee, arrival time and bounds of a payment, beside its form. Renders nothing if the server has no terms for it. */
export function CostAndTime({ act, currency, counterCurrency, networkId, rail }: CostAndTimeProps) {
  const t = useTranslate();
  const { fee, takes, bounds, money } = useTermsText();
  const { data } = useQuery(paymentTermsQuery);
  const terms = data?.find(
    (row) =>
      row.act === act &&
      row.currency === currency &&
      row.counterCurrency === counterCurrency &&
      row.networkId === networkId &&
      row.rail === rail,
  );
  if (!terms) return null;
  return (
    <SideCard title={t('fees.card')}>
      <DescriptionList
        items={[
          { label: t('fees.fee'), value: fee(terms) },
          { label: t('fees.arrives'), value: takes(terms) },
          { label: t('fees.each'), value: bounds(terms) },
          ...(terms.maximumNow ? [{ label: t('fees.now'), value: money(terms.maximumNow) }] : []),
        ]}
      />
    </SideCard>
  );
}
