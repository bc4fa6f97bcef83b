import type { ReactNode } from 'react';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** The verification page without a pending command, e.g. after a reload. It links to where the command begins, and submits nothing. */
export function NothingHere({ action }: { action: ReactNode }) {
  const t = useTranslate();
  return (
    <ResultPage icon="key" title={t('verify.noContext.title')} action={action}>
      {t('verify.noContext.body')}
    </ResultPage>
  );
}
