import { networkNames } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Icon } from '@wusd/ui-kit/Icon';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useId } from 'react';
import { styled } from 'styled-components';
import { TextLink } from '../../shared/routing/link.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type Recipient, shortPlaceOf } from './recipients.ts';

const Body = styled.div`
  display: grid;
  gap: ${vars.space3};

  h2 {
    font: ${vars.typeHeadline};
  }
`;
const Row = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${vars.space4};
  min-height: 60px;

  > span {
    display: grid;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: 50%;
    background: ${vars.accentWash};
    color: ${vars.accentFg};
  }
  > div {
    display: grid;
    min-width: 0;
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
  /** Those that were used last, at most a few. */
  recipients: readonly Recipient[];
  onSend: (recipient: Recipient) => void;
}

/** Whom money was sent to last, to send again. */
export function RecentRecipients({ recipients, onSend }: RecentRecipientsProps) {
  const t = useTranslate();
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <Body>
        <h2 id={id}>{t('recipients.recent')}</h2>
        <ul>
          {recipients.map((recipient) => (
            <Row key={recipient.id}>
              {recipient.kind === 'bank' ? (
                <span>
                  <Icon name="bank" size={20} />
                </span>
              ) : (
                <NetworkIcon network={networkNames[recipient.address.networkId]} />
              )}
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
      </Body>
    </Card>
  );
}
