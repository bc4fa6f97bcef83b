import { Navigate, useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { styled } from 'styled-components';
import { registrationApi } from '../shared/forms/registration.ts';
import { sealed } from '../shared/forms/sealed.ts';
import { useSubmission } from '../shared/forms/submission.ts';
import { Page } from '../shared/layout/Page.tsx';
import { language } from '../shared/i18n/preferences.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { DetailsForm } from '../features/identity/DetailsForm.tsx';
import { type Details, fromDraft, toDraft } from '../features/identity/schema.ts';
import { draft, finishDraft, password, accountRefusal } from '../features/registration/draft.ts';
import { RegistrationStep } from '../features/registration/RegistrationStep.tsx';
import { refuse } from '../features/verification/refuse.ts';
import { codesSent, sendCode, serverNow } from '../features/verification/send-code.ts';
import { Verification } from '../features/verification/Verification.tsx';

const Stack = styled.div`
  display: grid;
  gap: ${vars.space5};
`;

/** The details as the contract takes them. The person who registers a company is its authorised person. */
function bodyOf({ identity, phoneNumber, corporate }: Details) {
  const { accountType, email } = draft.get();
  return {
    accountType,
    email,
    phoneNumber,
    identity,
    language: language.get(),
    ...(corporate && { corporate: { ...corporate, authorisedPerson: identity.fullName } }),
  };
}

/** The second page of a registration, and the code that ends it. */
function RegisterInfoRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { accountType, email } = useStore(draft);
  const [typed, setTyped] = useState(() => fromDraft(draft.get().details, accountType));
  const [begun, setBegun] = useState<{ details: Details; challenge: Awaited<ReturnType<typeof begin>> }>();
  const [isWithPassword] = useState(() => password.get() !== '');

  const begin = (details: Details) =>
    sealed({ password: password.get() }, (payload) => registrationApi.begin({ ...bodyOf(details), payload })).catch(
      (error: unknown) => {
        const isAboutAccount =
          error instanceof ApiError && (error.is('PASSWORD_TOO_WEAK') || error.details.field === '/body/email');
        if (isAboutAccount) {
          accountRefusal.set(error);
          void navigate({ to: '/register' });
        }
        throw error;
      },
    );
  const submission = useSubmission(begin, (challenge, details) => setBegun({ details, challenge }));
  const { error, isPending } = submission;
  // A reload has lost the password: the first page asks for it again.
  if (!isWithPassword) return <Navigate to="/register" replace />;

  if (!begun) {
    return (
      <Page
        key="details"
        title={t('register.title')}
        width="flow"
        intro={t('register.details.intro')}
        aside={<RegistrationStep step={2} />}
      >
        <Card>
          <DetailsForm
            initial={typed}
            isBusy={isPending}
            error={error}
            onType={(values) => {
              setTyped(values);
              draft.set({ ...draft.get(), details: toDraft(values) });
            }}
            onDetails={submission.mutate}
          />
        </Card>
      </Page>
    );
  }

  const { details, challenge } = begun;
  const { challengeId, checkGroups } = challenge;
  return (
    <Page
      key="code"
      title={t('verify.title')}
      width="flow"
      intro={t('register.verify.intro', { email })}
      aside={<RegistrationStep step={3} />}
    >
      <Card>
        <Stack>
          <Verification
            key={challengeId}
            groups={checkGroups.map(({ anyOf }) => anyOf)}
            sent={codesSent({ challengeId })}
            send={(checkType) => sendCode(checkType, { challengeId })}
            submit={(mfa) =>
              sealed({ password: password.get() }, async (payload) => {
                await registrationApi.register({ ...bodyOf(details), payload }, { challengeId, mfa });
              }).catch(refuse)
            }
            serverNow={serverNow}
            onDone={() => {
              finishDraft({ email, accountType, businessType: details.corporate?.businessType });
              void navigate({ to: '/result/register-success', replace: true });
            }}
            startAgain={
              <Button variant="secondary" isBusy={isPending} onClick={() => submission.mutate(details)}>
                {t('verify.startAgain')}
              </Button>
            }
          />
          <Button variant="quiet" isWide onClick={() => setBegun(undefined)}>
            {t('register.verify.back')}
          </Button>
        </Stack>
      </Card>
    </Page>
  );
}

export default RegisterInfoRoute;
