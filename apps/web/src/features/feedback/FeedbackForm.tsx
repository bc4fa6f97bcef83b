import { ApiError, type Config } from '@wusd/api-sdk/core';
import { formatFileSize, maskEmail, type MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { FileField } from '@wusd/ui-kit/FileField';
import { TextAreaField } from '@wusd/ui-kit/TextAreaField';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import { EmailField } from '../../app/forms/EmailField.tsx';
import { emailComplaint } from '../../app/forms/email.ts';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { acceptOf, complaintOf, refusedFile } from './attachments.ts';
import { draft, draftFor } from './draft.ts';
import { feedbackApi, type Sent } from './feedback.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space5};
`;
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

interface Attachment {
  file: File;
  complaint: MessageId | undefined;
}

/** A message to support, with files. */
export function FeedbackForm({ rules, accountEmail, onSent }: FeedbackFormProps) {
  const words = useWords();
  const { locale } = useIntl();
  const { text, email } = draftFor(accountEmail, useValue(draft));
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [hasLeftOut, setLeftOut] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const textField = useRef<HTMLTextAreaElement>(null);
  const emailField = useRef<HTMLInputElement>(null);

  const over = text.trim().length - maxLength;
  const textComplaint =
    text.trim() === ''
      ? words('field.required', { field: words('feedback.text') })
      : over > 0
        ? words('feedback.tooLong', { max: maxLength, over })
        : undefined;
  const submission = useSubmission(
    () =>
      feedbackApi.feedback.send({
        text: text.trim(),
        ...(accountEmail === undefined && { email: email.trim() }),
        attachments: attachments.map(({ file }) => file),
      }),
    ({ supportReference }) =>
      onSent({
        reference: supportReference,
        email: accountEmail ?? email.trim(),
        files: accountEmail === undefined ? 0 : attachments.length,
      }),
  );
  const refused = submission.error instanceof ApiError ? refusedFile(submission.error) : undefined;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (textComplaint !== undefined) textField.current?.focus();
    else if (accountEmail === undefined && emailComplaint(email)) emailField.current?.focus();
    else if (attachments.every(({ complaint }) => complaint === undefined) && !submission.isPending)
      submission.mutate();
  };
  const add = (files: readonly File[]): void => {
    if (!rules) return;
    const all = [...attachments, ...files.map((file) => ({ file, complaint: complaintOf(file, rules) }))];
    setAttachments(all.slice(0, rules.maxFiles));
    setLeftOut(all.length > rules.maxFiles);
    submission.reset();
  };
  const remove = (index: number): void => {
    setAttachments(attachments.filter((_, each) => each !== index));
    setLeftOut(false);
    submission.reset();
  };

  const size = formatFileSize(locale, rules?.maxBytesEach ?? 0);
  const types = new Intl.ListFormat(locale, { type: 'disjunction' }).format(rules?.types ?? []);
  const said = (complaint: MessageId | undefined): string | undefined => complaint && words(complaint, { size, types });
  return (
    <Form onSubmit={submit} noValidate>
      {!refused && <Refusal error={submission.error} />}
      <TextAreaField
        ref={textField}
        label={words('feedback.text')}
        name="text"
        value={text}
        error={isSubmitted || over > 0 ? textComplaint : undefined}
        onChange={(event) => draft.set({ owner: accountEmail, text: event.target.value, email })}
      />
      {accountEmail === undefined ? (
        <EmailField
          ref={emailField}
          hint={words('feedback.emailHint')}
          value={email}
          isChecked={isSubmitted}
          onChange={(value) => draft.set({ owner: accountEmail, text, email: value })}
        />
      ) : (
        <Answer>{words('feedback.answer', { email: maskEmail(accountEmail) })}</Answer>
      )}
      {rules && (
        <FileField
          label={words('feedback.files')}
          chooseLabel={words('feedback.files.choose')}
          hint={words('feedback.files.hint', { count: rules.maxFiles, types, size })}
          error={hasLeftOut ? words('feedback.files.tooMany', { count: rules.maxFiles }) : undefined}
          accept={acceptOf(rules)}
          files={attachments.map(({ file, complaint }, index) => ({
            name: file.name,
            detail: formatFileSize(locale, file.size),
            error: said(complaint ?? (refused?.index === index ? refused.complaint : undefined)),
          }))}
          removeLabel={(name) => words('feedback.files.remove', { name })}
          onAdd={add}
          onRemove={remove}
        />
      )}
      <Button type="submit" isWide isBusy={submission.isPending}>
        {words('feedback.submit')}
      </Button>
    </Form>
  );
}
