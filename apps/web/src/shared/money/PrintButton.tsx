import { Button } from '@wusd/ui-kit/Button';
import { useEffect } from 'react';
import { canSharePdf } from '../api/share-file.ts';
import { useTranslate } from '../i18n/use-translate.ts';

/** Prints the page without what surrounds it, in the light theme. It is there where the receipt can't be shared instead. */
export function PrintButton() {
  const t = useTranslate();
  useEffect(() => {
    const { dataset } = document.documentElement;
    let chosen: string | undefined;
    const begin = (): void => {
      chosen = dataset['theme'];
      dataset['theme'] = 'light';
    };
    const end = (): void => {
      if (chosen === undefined) delete dataset['theme'];
      else dataset['theme'] = chosen;
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  if (canSharePdf() || typeof globalThis.print !== 'function') return null;
  return (
    <Button variant="quiet" isWide onClick={() => globalThis.print()}>
      {t('order.print')}
    </Button>
  );
}
