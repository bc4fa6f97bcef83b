import type { ReactNode } from 'react';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/**
 * The verification page without a pending command, e.g. after a reload. It links to the command's form, and submits
 * nothing.
 *
 * @property isUnanswered whether a payment was submitted without receiving a response
 */
export function NothingHere({ action, isUnanswered = false }: { action: ReactNode; isUnanswered?: boolean }) {
  const t = useTranslate();
  const state = isUnanswered ? 'unanswered' : 'noContext';
  return (
    <ResultPage icon="key" title={t(`verify.${state}.title`)} action={action}>
      {t(`verify.${state}.body`)}
    </ResultPage>
  );
}
