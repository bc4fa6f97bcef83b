import { maskEmail } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { Chip } from '@wusd/ui-kit/Chip';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { Page } from '../app/Page.tsx';
import { session } from '../app/services.ts';
import { useValue } from '../app/value.ts';
import { useWords } from '../app/words.ts';
import { Attention } from '../features/attention/Attention.tsx';

const Rows = styled.dl`
  display: grid;
  gap: ${vars.space5};

  div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: ${vars.space2} ${vars.space5};
  }
  dt {
    color: ${vars.fgMuted};
  }
  dd {
    overflow-wrap: anywhere;
  }
`;

const identity = {
  'pending verification': { tone: 'warning', icon: 'clock', label: 'account.identity.pending' },
  verified: { tone: 'positive', icon: 'check', label: 'account.identity.verified' },
  'verification failed': { tone: 'negative', icon: 'alert', label: 'account.identity.failed' },
} as const;

export default function AccountInfoRoute() {
  const words = useWords();
  const { authUser } = useValue(session);
  if (!authUser) return null;
  const { tone, icon, label } = identity[authUser.identityStatus];
  return (
    <Page title={words('account.title')} width="flow">
      <Attention />
      <Card>
        <Rows>
          <div>
            <dt>{words('account.email')}</dt>
            <dd>{maskEmail(authUser.email)}</dd>
          </div>
          <div>
            <dt>{words('account.type')}</dt>
            <dd>{words(`account.type.${authUser.accountType}`)}</dd>
          </div>
          <div>
            <dt>{words('account.identity')}</dt>
            <dd>
              <Chip tone={tone} icon={icon}>
                {words(label)}
              </Chip>
            </dd>
          </div>
        </Rows>
      </Card>
    </Page>
  );
}
