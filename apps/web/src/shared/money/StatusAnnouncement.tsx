import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useState } from 'react';
import { useTranslate } from '../i18n/use-translate.ts';

export interface StatusAnnouncementProps {
  /** As the customer reads it. */
  status: string;
  hold: { reasonCode: string; message: string } | undefined;
  /** What tells one state from another, whatever the language. */
  state: string;
}

/** Has a screen reader say once that a payment's state has changed while it was on screen. The first state is read with the page. */
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
