import { useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { TextField } from '@wusd/ui-kit/TextField';
import { useId } from 'react';
import { toast } from '../../shared/feedback/toasts.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from './api.ts';
import { passkeysQuery } from './queries.ts';
import { type PasskeyName, passkeyNameSchema } from './schema.ts';

/** Dialog that renames a passkey. */
export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const form = useId();
  const rename = useSubmission(
    (renamed: PasskeyName) => securityApi.passkeys.rename(id, renamed.name),
    async () => {
      await queries.invalidateQueries(passkeysQuery);
      toast(t('passkey.renamed'));
      onClose();
    },
  );
  const { field, onSubmit, error } = useForm({
    schema: passkeyNameSchema,
    defaultValues: { name },
    submission: rename,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('passkey.rename.title')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" form={form} isBusy={rename.isPending}>
            {t('passkey.rename.save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={onSubmit} noValidate>
        <FormError error={error} />
        <TextField {...field('name', 'passkey.name')} autoComplete="off" autoCapitalize="sentences" maxLength={40} />
      </Form>
    </Dialog>
  );
}
