import { Navigate, useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Card } from '@wusd/ui-kit/Card';
import { useState } from 'react';
import { registrationApi } from '../shared/forms/registration.ts';
import { sealed } from '../shared/forms/sealed.ts';
import { useSubmission } from '../shared/forms/submission.ts';
import { Page } from '../shared/layout/Page.tsx';
import { language } from '../shared/i18n/preferences.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { DetailsForm } from '../features/identity/DetailsForm.tsx';
import { type Details, fromDraft, toDraft } from '../features/identity/schema.ts';
import { keepRegistration } from '../features/registration/browser-key.ts';
import { draft, finishDraft, password, accountRefusal } from '../features/registration/draft.ts';
import { RegistrationStep } from '../features/registration/RegistrationStep.tsx';

/** Builds the request. The person who registers a company is its authorised person. */
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

/** Second page of the registration. The response is the same for every address; the mail contains the next step. */
function RegisterInfoRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { accountType } = useStore(draft);
  const [initial] = useState(() => fromDraft(draft.get().details, accountType));
  const [isWithPassword] = useState(() => password.get() !== '');

  const submission = useSubmission(
    async (details: Details) => {
      const body = bodyOf(details);
      const browserKeyHash = await keepRegistration(body.email);
      return sealed({ password: password.get() }, (payload) =>
        registrationApi.register({ ...body, payload, ...(browserKeyHash !== undefined && { browserKeyHash }) }),
      ).catch((error: unknown) => {
        const isAboutAccount =
          error instanceof ApiError && (error.is('PASSWORD_TOO_WEAK') || error.details.field === '/body/email');
        if (isAboutAccount) {
          accountRefusal.set(error);
          void navigate({ to: '/register' });
        }
        throw error;
      });
    },
    (_answer, { corporate }) => {
      finishDraft(corporate?.businessType);
      return navigate({ to: '/result/register-success', replace: true });
    },
  );
  // A reload loses the password: the first page requests it again.
  if (!isWithPassword) return <Navigate to="/register" replace />;

  return (
    <Page
      title={t('register.title')}
      width="flow"
      intro={t('register.details.intro')}
      aside={<RegistrationStep step={2} />}
    >
      <Card>
        <DetailsForm
          initial={initial}
          isBusy={submission.isPending}
          error={submission.error}
          onType={(values) => draft.set({ ...draft.get(), details: toDraft(values) })}
          onDetails={submission.mutate}
        />
      </Card>
    </Page>
  );
}

export default RegisterInfoRoute;
