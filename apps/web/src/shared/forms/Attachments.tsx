import type { Config } from '@wusd/api-sdk/core';
import { formatFileSize, type MessageId } from '@wusd/i18n';
import { FileField } from '@wusd/ui-kit/FileField';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useTranslate } from '../i18n/use-translate.ts';
import { acceptOf, complaintOf } from './attachments.ts';

export interface AttachmentsProps {
  label: string;
  rules: Config['upload'];
  files: readonly File[];
  /** The file that the server refused, and the reason. */
  refused: { index: number; complaint: MessageId } | undefined;
  onChange: (files: readonly File[]) => void;
}

/** Attachments of a form, each with its error. Omits files above the maximum number, with a message. */
export function Attachments({ label, rules, files, refused, onChange }: AttachmentsProps) {
  const t = useTranslate();
  const { locale } = useIntl();
  const [hasLeftOut, setLeftOut] = useState(false);
  const size = formatFileSize(locale, rules.maxBytesEach);
  const types = new Intl.ListFormat(locale, { type: 'disjunction' }).format(rules.types);
  const said = (complaint: MessageId | undefined): string | undefined => complaint && t(complaint, { size, types });
  return (
    <FileField
      label={label}
      chooseLabel={t('feedback.files.choose')}
      hint={t('feedback.files.hint', { count: rules.maxFiles, types, size })}
      error={hasLeftOut ? t('feedback.files.tooMany', { count: rules.maxFiles }) : undefined}
      accept={acceptOf(rules)}
      files={files.map((file, index) => ({
        name: file.name,
        detail: formatFileSize(locale, file.size),
        error: said(complaintOf(file, rules) ?? (refused?.index === index ? refused.complaint : undefined)),
      }))}
      removeLabel={(name) => t('feedback.files.remove', { name })}
      onAdd={(added) => {
        const all = [...files, ...added];
        onChange(all.slice(0, rules.maxFiles));
        setLeftOut(all.length > rules.maxFiles);
      }}
      onRemove={(index) => {
        onChange(files.filter((_, each) => each !== index));
        setLeftOut(false);
      }}
    />
  );
}
