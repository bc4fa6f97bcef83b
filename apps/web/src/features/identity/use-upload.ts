import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type Config, type VerificationKind } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import { useEffect, useRef, useState } from 'react';
import { complaintOf, refusedFile } from '../../shared/forms/attachments.ts';
import { isUnanswered } from '../../shared/feedback/failures.ts';
import { checkServer } from '../../shared/api/connection.ts';
import { uploadDocument, verificationQuery } from './verification-api.ts';

/** An upload of one file, in progress or failed. */
export type Upload =
  | { status: 'sending'; name: string; sent: number }
  /** `canRetry`: the file itself is valid, so the same upload can be retried. */
  | { status: 'failed'; name: string; complaint: string; isSentence: boolean; canRetry: boolean };

/** Uploads files for one requirement, one after the other. Aborts on unmount. */
export function useUpload(kind: VerificationKind, personId: string | undefined, rules: Config['upload'] | undefined) {
  const queries = useQueryClient();
  const [upload, setUpload] = useState<Upload>();
  const controller = useRef<AbortController>(undefined);
  const last = useRef<File>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const fail = (
    name: string,
    complaint: string,
    more: Partial<{ isSentence: boolean; canRetry: boolean }> = {},
  ): void => setUpload({ status: 'failed', name, complaint, isSentence: false, canRetry: false, ...more });

  async function send(file: File): Promise<void> {
    last.current = file;
    const { name } = file;
    const complaint = rules && complaintOf(file, rules);
    if (complaint) return fail(name, complaint);
    controller.current?.abort();
    const { signal } = (controller.current = new AbortController());
    setUpload({ status: 'sending', name, sent: 0 });
    try {
      const answer = await uploadDocument({ kind, personId, file }, signal, (sent) =>
        setUpload((before) => (signal.aborted || before?.status !== 'sending' ? before : { ...before, sent })),
      );
      queries.setQueryData(verificationQuery.queryKey, answer);
      setUpload(undefined);
    } catch (error) {
      if (signal.aborted) return setUpload(undefined);
      if (isUnanswered(error)) void checkServer();
      const refused = error instanceof ApiError ? refusedFile(error, 'file') : undefined;
      if (refused) fail(name, refused.complaint);
      else if (error instanceof ApiError) fail(name, error.message, { isSentence: true, canRetry: true });
      else fail(name, 'profile.verification.failed' satisfies MessageId, { canRetry: true });
    }
  }
  return {
    upload,
    send: (file: File): void => void send(file),
    cancel: (): void => controller.current?.abort(),
    retry: (): void => {
      if (last.current) void send(last.current);
    },
  };
}
