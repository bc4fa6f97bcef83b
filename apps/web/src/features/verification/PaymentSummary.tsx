import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useMoney } from '../../shared/money/use-money.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { ApprovedPayment } from '../../shared/verification/pending-command.ts';

const Root = styled.section`
  display: grid;
  gap: ${vars.space4};
  margin-bottom: ${vars.space5};
  padding-bottom: ${vars.space5};
  border-bottom: 1px solid ${vars.border};
`;
const Hero = styled.p`
  font: ${vars.typeTitle1};
  font-variant-numeric: tabular-nums;
  overflow-wrap: break-word;
`;

/** Amount, recipient and total of the payment that is being verified. */
export function PaymentSummary({ sends, receives, recipient }: ApprovedPayment) {
  const t = useTranslate();
  const money = useMoney();
  return (
    <Root aria-label={t('verify.payment')}>
      <Hero>{money(receives)}</Hero>
      <DescriptionList
        items={[
          ...(recipient === undefined ? [] : [{ label: t('verify.payment.to'), value: recipient }]),
          { label: t('verify.payment.sends'), value: money(sends) },
        ]}
      />
    </Root>
  );
}
