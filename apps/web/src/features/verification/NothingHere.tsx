import type { ReactNode } from 'react';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** A verification page opened without its act: a reload, a pasted link. It says so, leads to where the act begins, and submits nothing. */
export function NothingHere({ action }: { action: ReactNode }) {
  const t = useTranslate();
  return (
    <ResultPage icon="key" title={t('verify.noContext.title')} action={action}>
      {t('verify.noContext.body')}
    </ResultPage>
  );
}
