import { useMutation } from '@tanstack/react-query';
import { Button } from '@wusd/ui-kit/Button';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useState } from 'react';
import { session } from '../../shared/api/client.ts';
import { invalidation } from '../../shared/api/invalidation.ts';
import { toast } from '../../shared/feedback/toasts.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Form, Muted, Part, sandboxApi } from './parts.tsx';

const days = 30;
/** The contract's largest. */
const largest = 2_147_483_647;

/** A month of who is signed in, as a seed has it. */
export function Life() {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const [seed, setSeed] = useState('7');
  const [isSubmitted, setSubmitted] = useState(false);
  const replay = useMutation({
    mutationFn: () => sandboxApi.replay({ subjectId: authUser?.email ?? '', seed: Number(seed), days }),
    onSuccess: ({ happened }) => {
      toast(t('sandbox.life.done', { happened }));
      invalidation.publish('everything-changed');
    },
  });
  if (!authUser) return null;
  const isValid = /^\d{1,10}$/.test(seed) && Number(seed) <= largest;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (isValid) replay.mutate();
  };
  return (
    <Part title={t('sandbox.life')}>
      <Muted>{t('sandbox.life.hint')}</Muted>
      <Form onSubmit={submit} noValidate>
        <TextField
          label={t('sandbox.life.seed')}
          inputMode="numeric"
          isNumeric
          value={seed}
          error={isSubmitted && !isValid ? t('sandbox.life.seedInvalid') : undefined}
          onChange={(event) => setSeed(event.target.value.trim())}
        />
        <Button type="submit" variant="secondary" isBusy={replay.isPending}>
          {t('sandbox.life.submit')}
        </Button>
      </Form>
    </Part>
  );
}
