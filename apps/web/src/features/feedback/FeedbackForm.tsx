import { ApiError, type Config } from '@wusd/api-sdk/core';
import { maskEmail } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { TextAreaField } from '@wusd/ui-kit/TextAreaField';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Attachments } from '../../shared/forms/Attachments.tsx';
import { complaintOf, refusedFile } from '../../shared/forms/attachments.ts';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { emailComplaint } from '../../shared/forms/email.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { draft, draftFor } from './draft.ts';
import { feedbackApi, type Sent } from './feedback.ts';
import { Form } from '../../shared/forms/Form.tsx';

const Answer = styled.p`
  color: ${vars.fgMuted};
  overflow-wrap: anywhere;
`;

const maxLength = 4000;

export interface FeedbackFormProps {
  /** What can be attached; until it is known, files wait. */
  rules: Config['upload'] | undefined;
  /** Of who is signed in. */
  accountEmail: string | undefined;
  onSent: (sent: Sent) => void;
}

/** A message to support, with files. */
export function FeedbackForm({ rules, accountEmail, onSent }: FeedbackFormProps) {
  const t = useTranslate();
  const { text, email } = draftFor(accountEmail, useStore(draft));
  const [attachments, setAttachments] = useState<readonly File[]>([]);
  const [isSubmitted, setSubmitted] = useState(false);
  const textField = useRef<HTMLTextAreaElement>(null);
  const emailField = useRef<HTMLInputElement>(null);

  const over = text.trim().length - maxLength;
  const textComplaint =
    text.trim() === ''
      ? t('field.required', { field: t('feedback.text') })
      : over > 0
        ? t('feedback.tooLong', { max: maxLength, over })
        : undefined;
  const submission = useSubmission(
    () =>
      feedbackApi.feedback.send({
        text: text.trim(),
        ...(accountEmail === undefined && { email: email.trim() }),
        attachments,
      }),
    ({ supportReference }) =>
      onSent({
        reference: supportReference,
        email: accountEmail ?? email.trim(),
        files: accountEmail === undefined ? 0 : attachments.length,
      }),
  );
  const refused = submission.error instanceof ApiError ? refusedFile(submission.error, 'attachments') : undefined;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (textComplaint !== undefined) textField.current?.focus();
    else if (accountEmail === undefined && emailComplaint(email)) emailField.current?.focus();
    else if (rules && attachments.every((file) => !complaintOf(file, rules)) && !submission.isPending)
      submission.mutate();
  };
  return (
    <Form onSubmit={submit} noValidate>
      {!refused && <FormError error={submission.error} />}
      <TextAreaField
        ref={textField}
        label={t('feedback.text')}
        name="text"
        autoCapitalize="sentences"
        value={text}
        error={isSubmitted || over > 0 ? textComplaint : undefined}
        onChange={(event) => draft.set({ owner: accountEmail, text: event.target.value, email })}
      />
      {accountEmail === undefined ? (
        <EmailField
          ref={emailField}
          hint={t('feedback.emailHint')}
          value={email}
          isChecked={isSubmitted}
          onChange={(value) => draft.set({ owner: accountEmail, text, email: value })}
        />
      ) : (
        <Answer>{t('feedback.answer', { email: maskEmail(accountEmail) })}</Answer>
      )}
      {rules && (
        <Attachments
          label={t('feedback.files')}
          rules={rules}
          files={attachments}
          refused={refused}
          onChange={(files) => {
            setAttachments(files);
            submission.reset();
          }}
        />
      )}
      <Button type="submit" isWide isBusy={submission.isPending}>
        {t('feedback.submit')}
      </Button>
    </Form>
  );
}
