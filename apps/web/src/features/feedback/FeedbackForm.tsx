import { ApiError, type Config } from '@wusd/api-sdk/core';
import { maskEmail } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { TextAreaField } from '@wusd/ui-kit/TextAreaField';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Attachments } from '../../shared/forms/Attachments.tsx';
import { complaintOf, refusedFile } from '../../shared/forms/attachments.ts';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { draft, draftFor } from './draft.ts';
import { feedbackApi, type Sent } from './feedback.ts';
import { customerFeedbackSchema, type Feedback, visitorFeedbackSchema } from './schema.ts';
import { Form } from '../../shared/forms/Form.tsx';

const Answer = styled.p`
  color: ${vars.fgMuted};
  overflow-wrap: break-word;
`;

export interface FeedbackFormProps {
  /** Limits of attachments; undefined until loaded. */
  rules: Config['upload'] | undefined;
  /** E-mail address of the signed-in customer. */
  accountEmail: string | undefined;
  onSent: (sent: Sent) => void;
}

/** Form for a message to support, with attachments. */
export function FeedbackForm({ rules, accountEmail, onSent }: FeedbackFormProps) {
  const t = useTranslate();
  const [{ text, email }] = useState(() => draftFor(accountEmail, draft.get()));
  const [attachments, setAttachments] = useState<readonly File[]>([]);
  const submission = useSubmission(
    (message: Feedback) =>
      feedbackApi.feedback.send({
        text: message.text,
        ...(accountEmail === undefined && { email: message.email }),
        attachments,
      }),
    ({ supportReference }, message) =>
      onSent({
        reference: supportReference,
        email: accountEmail ?? message.email,
        files: accountEmail === undefined ? 0 : attachments.length,
      }),
  );
  const isUploadable = rules !== undefined && attachments.every((file) => !complaintOf(file, rules));
  const refused = submission.error instanceof ApiError ? refusedFile(submission.error, 'attachments') : undefined;
  const { field, onSubmit, error } = useForm({
    schema: accountEmail === undefined ? visitorFeedbackSchema : customerFeedbackSchema,
    defaultValues: { text, email },
    submission: {
      ...submission,
      mutate(message: Feedback) {
        if (isUploadable) submission.mutate(message);
      },
    },
    onChange: (typed) => draft.set({ owner: accountEmail, ...typed }),
  });

  return (
    <Form onSubmit={onSubmit} noValidate>
      {!refused && <FormError error={error} />}
      <TextAreaField {...field('text', 'feedback.text')} autoCapitalize="sentences" />
      {accountEmail === undefined ? (
        <EmailField {...field('email', 'login.email')} hint={t('feedback.emailHint')} />
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
