import { useQueryClient } from '@tanstack/react-query';
import type { Config, VerificationDocument, VerificationKind, VerificationRequirement } from '@wusd/api-sdk/core';
import { formatFileSize, type MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { StatusChip, type StatusKind } from '@wusd/ui-kit/StatusChip';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { type DragEvent, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { acceptOf } from '../../shared/forms/attachments.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useMedia } from '../../shared/state/use-media.ts';
import { useStore } from '../../shared/state/store.ts';
import { type Upload, useUpload } from './use-upload.ts';
import { verificationApi, verificationQuery } from './verification-api.ts';

const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space4};
  padding-block: ${vars.space5};
  border-radius: ${vars.radiusControl};

  & + & {
    border-top: 1px solid ${vars.border};
  }
  &[data-over] {
    background: ${vars.sunken};
  }
`;
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: space-between;
  gap: ${vars.space2} ${vars.space4};

  > div {
    flex: 1 1 220px;
    display: grid;
    gap: ${vars.space1};
  }
  strong {
    font: ${vars.typeHeadline};
  }
`;
const Muted = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
`;
const Reason = styled.p`
  color: ${vars.negative};
  font: ${vars.typeLabel};
  overflow-wrap: break-word;
`;
const Files = styled.ul`
  display: grid;
  gap: ${vars.space3};
`;
const File = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space2} ${vars.space4};
  padding: ${vars.space2} ${vars.space4};
  border-radius: ${vars.radiusControl};
  background: ${vars.sunken};
  font: ${vars.typeLabel};
  font-variant-numeric: tabular-nums;
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space3};
`;
const Progress = styled.progress`
  flex: 1 1 100%;
  width: 100%;
  height: 6px;
  accent-color: ${vars.accent};
`;

export const statusLooks: Record<VerificationRequirement['status'], { kind: StatusKind; label: MessageId }> = {
  needed: { kind: 'attention', label: 'profile.verification.status.needed' },
  uploaded: { kind: 'pending', label: 'profile.verification.status.uploaded' },
  checking: { kind: 'pending', label: 'profile.verification.status.checking' },
  accepted: { kind: 'success', label: 'profile.verification.status.accepted' },
  rejected: { kind: 'failure', label: 'profile.verification.status.rejected' },
};

const identityKinds: ReadonlySet<VerificationKind> = new Set([
  'passport',
  'identity-front',
  'identity-back',
  'identity',
  'owner',
]);

function hintOf(kind: VerificationKind): MessageId {
  if (identityKinds.has(kind)) return 'profile.verification.hint.identity';
  return kind === 'residence' || kind === 'address'
    ? 'profile.verification.hint.address'
    : 'profile.verification.hint.company';
}

export interface RequirementProps {
  requirement: VerificationRequirement;
  /** The director or owner that the document is for; undefined for the customer. */
  person?: { id: string; name: string } | undefined;
  rules: Config['upload'] | undefined;
  /** Maximum number of files. */
  maxFiles: number;
  /** Disables sending while there is no connection. */
  isOffline: boolean;
}

/** A required document: its files with the problems found in them, and the next step. */
export function Requirement({ requirement, person, rules, maxFiles, isOffline }: RequirementProps) {
  const t = useTranslate();
  const id = useId();
  const { kind, status, documents } = requirement;
  const { upload, ...sending } = useUpload(kind, person?.id, rules);
  const [isOver, setOver] = useState(false);
  const hasRoom = documents.filter((each) => each.status !== 'rejected').length < maxFiles;
  const canUpload = (status === 'needed' || status === 'uploaded' || status === 'rejected') && hasRoom;
  const look = statusLooks[status];
  const title = t(`documents.${kind}`);
  const drop = canUpload &&
    !isOffline && {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) sending.send(file);
      },
    };
  return (
    <Item {...drop} data-over={isOver ? '' : undefined} aria-labelledby={id}>
      <Head>
        <div>
          <strong id={id}>{title}</strong>
          {canUpload && <Muted>{t(hintOf(kind))}</Muted>}
        </div>
        <StatusChip status={look.kind}>{t(look.label)}</StatusChip>
      </Head>
      {documents.length > 0 && (
        <Files aria-labelledby={id}>
          {documents.map((document) => (
            <Document key={document.id} document={document} title={title} />
          ))}
        </Files>
      )}
      {upload ? <Sending upload={upload} rules={rules} onCancel={sending.cancel} onRetry={sending.retry} /> : null}
      {canUpload && upload?.status !== 'sending' && (
        <Choose
          about={person ? `${title} · ${person.name}` : title}
          rules={rules}
          status={status}
          isOffline={isOffline}
          onFile={sending.send}
        />
      )}
    </Item>
  );
}

function Document({ document, title }: { document: VerificationDocument; title: string }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const shown = useStore(language);
  const { id, type, size, status, reasonCode } = document;
  const removal = useSubmission(
    () => verificationApi.removeDocument(id),
    (answer) => queries.setQueryData(verificationQuery.queryKey, answer),
  );
  const name = t('profile.verification.file', { type, size: formatFileSize(shown, size) });
  return (
    <File>
      <span>{name}</span>
      {status === 'uploaded' && (
        <Button variant="quiet" isDense isBusy={removal.isPending} onClick={() => removal.mutate(undefined)}>
          {t('profile.verification.remove')}
          <VisuallyHidden>
            {' '}
            {title}, {name}
          </VisuallyHidden>
        </Button>
      )}
      {reasonCode && <Reason>{t(`documents.reason.${reasonCode}`)}</Reason>}
      <FormError error={removal.error} />
    </File>
  );
}

interface SendingProps {
  upload: Upload;
  rules: Config['upload'] | undefined;
  onCancel: () => void;
  onRetry: () => void;
}

function Sending({ upload, rules, onCancel, onRetry }: SendingProps) {
  const t = useTranslate();
  const shown = useStore(language);
  if (upload.status === 'sending') {
    const label = t('profile.verification.uploading', { name: upload.name });
    return (
      <File as="div" role="status">
        <span>{label}</span>
        <Button variant="quiet" isDense onClick={onCancel}>
          {t('profile.verification.cancel')}
        </Button>
        <Progress aria-label={label} value={upload.sent} max={1} />
      </File>
    );
  }
  const types = new Intl.ListFormat(shown.replace('_', '-'), { type: 'disjunction' }).format(rules?.types ?? []);
  const values = { size: formatFileSize(shown, rules?.maxBytesEach ?? 0), types };
  return (
    <File as="div" role="alert">
      <Reason>
        {upload.name}: {upload.isSentence ? upload.complaint : t(upload.complaint as MessageId, values)}
      </Reason>
      {upload.canRetry && (
        <Button variant="secondary" isDense onClick={onRetry}>
          {t('profile.verification.retry')}
        </Button>
      )}
    </File>
  );
}

interface ChooseProps {
  /** Label of the requirement that the file belongs to. */
  about: string;
  rules: Config['upload'] | undefined;
  status: VerificationRequirement['status'];
  isOffline: boolean;
  onFile: (file: globalThis.File) => void;
}

const chooseLabels = {
  needed: 'profile.verification.choose',
  uploaded: 'profile.verification.another',
  rejected: 'profile.verification.replace',
} as const satisfies Record<string, MessageId>;

function Choose({ about, rules, status, isOffline, onFile }: ChooseProps) {
  const t = useTranslate();
  const hasCamera = useMedia('(pointer: coarse)');
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const picker = (isCamera: boolean) => (
    <input
      ref={isCamera ? camera : file}
      type="file"
      hidden
      aria-label={about}
      accept={isCamera ? 'image/*' : rules && acceptOf(rules)}
      {...(isCamera && { capture: 'environment' as const })}
      onChange={({ currentTarget }) => {
        const [chosen] = currentTarget.files ?? [];
        // Reset the input, so that choosing the same file again fires the event.
        if (chosen) onFile(chosen);
        currentTarget.value = '';
      }}
    />
  );
  const label = chooseLabels[status === 'rejected' || status === 'uploaded' ? status : 'needed'];
  const hidden = <VisuallyHidden> · {about}</VisuallyHidden>;
  return (
    <Actions>
      {hasCamera && (
        <Button isDense disabled={isOffline} onClick={() => camera.current?.click()}>
          {t('profile.verification.photo')}
          {hidden}
        </Button>
      )}
      <Button
        isDense
        variant={hasCamera || status === 'uploaded' ? 'secondary' : 'primary'}
        disabled={isOffline}
        onClick={() => file.current?.click()}
      >
        {t(label)}
        {hidden}
      </Button>
      {hasCamera && picker(true)}
      {picker(false)}
    </Actions>
  );
}
