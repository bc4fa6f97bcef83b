import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useState } from 'react';
import { useTranslate } from '../i18n/use-translate.ts';

export interface StatusAnnouncementProps {
  /** Translated status. */
  status: string;
  hold: { reasonCode: string; message: string } | undefined;
  /** Identifies the state independently of the language. */
  state: string;
}

/** Announces each change of a payment's state to screen readers, but not the first state, which the page contains. */
export function StatusAnnouncement({ status, hold, state }: StatusAnnouncementProps) {
  const t = useTranslate();
  const now = `${state} ${hold?.reasonCode ?? ''}`;
  const [seen, setSeen] = useState({ state: now, hasChanged: false });
  if (seen.state !== now) setSeen({ state: now, hasChanged: true });
  return (
    <VisuallyHidden role="status">
      {seen.hasChanged && [t('result.status', { status }), hold?.message].filter(Boolean).join(' ')}
    </VisuallyHidden>
  );
}
