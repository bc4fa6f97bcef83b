import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { StepList } from '@wusd/ui-kit/StepList';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useConfig } from '../shared/api/config.ts';
import { TextLink } from '../shared/routing/link.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { Documents } from '../features/identity/Documents.tsx';
import { isBusinessType } from '../features/identity/labels.ts';
import { draft, registered } from '../features/registration/draft.ts';
import { ResendMail } from '../features/registration/ResendMail.tsx';

const Stack = styled.div`
  display: grid;
  gap: ${vars.space6};

  h2 {
    font: ${vars.typeTitle2};
  }
`;

/** Lifetime of an activation link in hours. */
const hours = 24;

export default function RegisterSuccessRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const config = useConfig();
  const done = useStore(registered);
  const activate = { title: t('register.next.activate'), body: t('register.next.activate.body', { hours }) };
  const money = { title: t('register.next.money'), body: t('register.next.money.body') };
  const steps =
    done?.draft.accountType === 'corporate'
      ? [
          activate,
          {
            title: t('register.next.documents'),
            body: isBusinessType(done.businessType) && (
              <Documents businessType={done.businessType} email={config?.supportEmail ?? ''} />
            ),
          },
          { title: t('register.next.review'), body: t('register.next.review.body') },
          money,
        ]
      : [activate, { title: t('register.next.identity'), body: t('register.next.identity.body') }, money];
  return (
    <Page
      title={t('register.success.title')}
      width="flow"
      intro={done ? t('register.success.body', { email: done.draft.email }) : t('register.success.bodyPlain')}
    >
      <Card>
        <Stack>
          <h2>{t('register.next')}</h2>
          <StepList label={t('register.next')} steps={steps} />
          {done ? (
            <>
              <ResendMail email={done.draft.email} />
              <Button
                variant="quiet"
                isWide
                onClick={() => {
                  draft.set(done.draft);
                  void navigate({ to: '/register' });
                }}
              >
                {t('register.success.change')}
              </Button>
            </>
          ) : (
            <p>
              <TextLink to="/account-activation">{t('register.success.noMail')}</TextLink>
            </p>
          )}
        </Stack>
      </Card>
    </Page>
  );
}
