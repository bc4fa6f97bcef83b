import type { Download } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { saveFile } from '../api/save-file.ts';
import { canSharePdf, shareFile } from '../api/share-file.ts';
import { FormError } from '../forms/FormError.tsx';
import { useSubmission } from '../forms/submission.ts';
import { useTranslate } from '../i18n/use-translate.ts';

/** Button that saves the receipt of a payment, or shares it if the browser can share files. */
export function Receipt({ load }: { load: () => Promise<Download> }) {
  const t = useTranslate();
  const save = useSubmission(load, ({ blob, fileName }) => saveFile(blob, fileName));
  const share = useSubmission(load, shareFile);
  return (
    <>
      <FormError error={save.error ?? share.error} />
      <Button variant="secondary" isWide isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
        {t('order.receipt')}
      </Button>
      {canSharePdf() && (
        <Button variant="secondary" isWide isBusy={share.isPending} onClick={() => share.mutate(undefined)}>
          {t('order.receipt.share')}
        </Button>
      )}
    </>
  );
}
