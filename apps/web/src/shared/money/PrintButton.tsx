import { Button } from '@wusd/ui-kit/Button';
import { canSharePdf } from '../api/share-file.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { useLightPrint } from '../layout/use-light-print.ts';

/** Prints the page content in the light theme. Shown only if the browser can't share the receipt. */
export function PrintButton() {
  const t = useTranslate();
  useLightPrint();
  if (canSharePdf() || typeof globalThis.print !== 'function') return null;
  return (
    <Button variant="quiet" isWide onClick={() => globalThis.print()}>
      {t('order.print')}
    </Button>
  );
}
