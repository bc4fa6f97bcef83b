import { formatDate, formatDateTime } from '@wusd/i18n';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { AmountHero } from '../../shared/money/AmountHero.tsx';
import { useMoney } from '../../shared/money/use-money.ts';
import { Summary } from '../../shared/payments/Summary.tsx';
import { useStore } from '../../shared/state/store.ts';
import type { ApprovedPayment } from '../../shared/verification/pending-command.ts';

const Root = styled.section`
  display: grid;
  gap: ${vars.space4};
  margin-bottom: ${vars.space5};
  padding-bottom: ${vars.space5};
  border-bottom: 1px solid ${vars.border};
`;

/** The payment that the codes approve: in full beside them, or above them with only amount, recipient and total. */
export function PaymentSummary({ sends, receives, fees, arrivesBy, recipient, savedUntil }: ApprovedPayment) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const to = recipient === undefined ? [] : [{ label: t('verify.payment.to'), value: recipient }];
  const saved =
    savedUntil === undefined
      ? []
      : [
          {
            label: t('verify.payment.saved'),
            value: t('verify.payment.savedUntil', { time: formatDateTime(locale, savedUntil) }),
          },
        ];
  const total = { label: t('verify.payment.sends'), value: money(sends) };
  return (
    <Summary
      lines={[
        { label: t('guide.summary.from'), value: t('guide.summary.wallet', { currency: sends.currency }) },
        ...to,
        { label: t('crypto.withdraw.arrives'), value: money(receives), isStrong: true },
        {
          label: t('guide.summary.fee'),
          value: fees.length > 0 ? fees.map((fee) => money(fee.money)).join(', ') : t('fiat.fee.none'),
        },
        total,
        ...saved,
        { label: t('crypto.withdraw.by'), value: formatDate(locale, arrivesBy) },
      ]}
    >
      <Root aria-label={t('verify.payment')}>
        <AmountHero>{money(receives)}</AmountHero>
        <DescriptionList items={[...to, total, ...saved]} />
      </Root>
    </Summary>
  );
}
