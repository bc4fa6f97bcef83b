import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { styled } from 'styled-components';
import { SideCard } from '../../shared/layout/SideCard.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { RecipientIcon } from './RecipientIcon.tsx';
import { type Recipient, shortPlaceOf } from './recipients.ts';

const Row = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${vars.space4};
  min-height: 60px;

  > div {
    display: grid;
  }
  strong {
    font: ${vars.typeLabel};
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

export interface RecentRecipientsProps {
  /** The most recently used recipients. */
  recipients: readonly Recipient[];
  onSend: (recipient: Recipient) => void;
}

/** Recipients of the last withdrawals, each with a button to send again. */
export function RecentRecipients({ recipients, onSend }: RecentRecipientsProps) {
  const t = useTranslate();
  return (
    <SideCard title={t('recipients.recent')}>
      <ul>
        {recipients.map((recipient) => (
          <Row key={recipient.id}>
            <RecipientIcon recipient={recipient} size={32} />
            <div>
              <strong>{recipient.label}</strong>
              <small>{shortPlaceOf(recipient)}</small>
            </div>
            <Button variant="secondary" isDense onClick={() => onSend(recipient)}>
              {t('recipients.sendAgain')}
              <VisuallyHidden> · {recipient.label}</VisuallyHidden>
            </Button>
          </Row>
        ))}
      </ul>
      <TextLink to="/recipients">{t('recipients.all')}</TextLink>
    </SideCard>
  );
}
