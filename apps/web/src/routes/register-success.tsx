import { maskEmail } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { StepList } from '@wusd/ui-kit/StepList';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useConfig } from '../app/config.ts';
import { TextLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { useValue } from '../app/value.ts';
import { useWords } from '../app/words.ts';
import { Documents } from '../features/identity/Documents.tsx';
import { isBusinessType } from '../features/identity/labels.ts';
import { registered } from '../features/registration/draft.ts';

const Stack = styled.div`
  display: grid;
  gap: ${vars.space6};

  h2 {
    font: ${vars.typeTitle2};
  }
`;

/** Hours that an activation link lives. */
const hours = 24;

export default function RegisterSuccessRoute() {
  const words = useWords();
  const config = useConfig();
  const done = useValue(registered);
  const activate = { title: words('register.next.activate'), body: words('register.next.activate.body', { hours }) };
  const money = { title: words('register.next.money'), body: words('register.next.money.body') };
  const steps =
    done?.accountType === 'corporate'
      ? [
          activate,
          {
            title: words('register.next.documents'),
            body: isBusinessType(done.businessType) && (
              <Documents businessType={done.businessType} email={config?.supportEmail ?? ''} />
            ),
          },
          { title: words('register.next.review'), body: words('register.next.review.body') },
          money,
        ]
      : [activate, { title: words('register.next.identity'), body: words('register.next.identity.body') }, money];
  return (
    <Page
      title={words('register.success.title')}
      width="flow"
      intro={
        done ? words('register.success.body', { email: maskEmail(done.email) }) : words('register.success.bodyPlain')
      }
    >
      <Card>
        <Stack>
          <h2>{words('register.next')}</h2>
          <StepList label={words('register.next')} steps={steps} />
          <p>
            <TextLink to="/account-activation">{words('register.success.noMail')}</TextLink>
          </p>
        </Stack>
      </Card>
    </Page>
  );
}
