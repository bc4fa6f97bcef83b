import { formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { styled } from 'styled-components';
import { destinationStatuses, reasonOf } from '../../shared/money/destination-status.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { RecipientIcon } from './RecipientIcon.tsx';
import { isPayable, type Recipient } from './recipients.ts';

const Row = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${vars.space2} ${vars.space4};
  padding-block: ${vars.space4};

  & + & {
    border-top: 1px solid ${vars.border};
  }
`;
const Words = styled.div`
  display: grid;
  gap: ${vars.space1};
  min-width: 0;

  h2 {
    font: ${vars.typeHeadline};
  }
  p {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;
const Name = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${vars.space2} ${vars.space3};
`;

export interface RecipientRowProps {
  recipient: Recipient;
  /** Undefined if this customer can't withdraw. */
  onSend: (() => void) | undefined;
}

/** One recipient: its name, bank or network, last use, and the reason if it can't be paid. */
export function RecipientRow({ recipient, onSend }: RecipientRowProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const { label, place, state } = recipient;
  const { lastUsedAt, hold } = state;
  const status = destinationStatuses[state.status];
  const reason = reasonOf(state);
  return (
    <Row>
      <RecipientIcon recipient={recipient} size={40} />
      <Words>
        <Name>
          <h2>{label}</h2>
          {state.status !== 'active' && <StatusChip status={status.kind}>{t(status.label)}</StatusChip>}
        </Name>
        <p>
          {place} ·{' '}
          {lastUsedAt === undefined
            ? t('recipients.unused')
            : t('address.lastUsed', { time: formatDateTime(locale, lastUsedAt) })}
        </p>
        {reason !== undefined && <p>{reason}</p>}
        {hold?.until !== undefined && <p>{t('address.payoutsFrom', { time: formatDateTime(locale, hold.until) })}</p>}
      </Words>
      {onSend && isPayable(recipient) && (
        <Button variant="secondary" isDense onClick={onSend}>
          {t('recipients.send')}
          <VisuallyHidden> · {label}</VisuallyHidden>
        </Button>
      )}
    </Row>
  );
}
