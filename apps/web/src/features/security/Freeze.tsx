import { Button } from '@wusd/ui-kit/Button';
import { useState } from 'react';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { FreezeDialog } from './FreezeDialog.tsx';

/** Freezes the account after a confirmation. For a customer who suspects fraud. */
export function Freeze() {
  const t = useTranslate();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p>{t('security.freeze.body')}</p>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('security.freeze.action')}
        </Button>
      </div>
      <FreezeDialog isOpen={isAsking} onClose={() => setAsking(false)} title={t('security.freeze.confirm')} />
    </>
  );
}
