import { useMutation } from '@tanstack/react-query';
import { Button } from '@wusd/ui-kit/Button';
import { TextField } from '@wusd/ui-kit/TextField';
import { session } from '../../shared/api/client.ts';
import { invalidation } from '../../shared/api/invalidation.ts';
import { toast } from '../../shared/feedback/toasts.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { Form, Muted, Part, sandboxApi } from './parts.tsx';
import { type Replay, replaySchema } from './schema.ts';

const days = 30;

/** Simulates a seeded month of activity for the signed-in customer. */
export function Life() {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const replay = useMutation({
    mutationFn: ({ seed }: Replay) => sandboxApi.replay({ subjectId: authUser?.email ?? '', seed, days }),
    onSuccess: ({ happened }) => {
      toast(t('sandbox.life.done', { happened }));
      invalidation.publish('everything-changed');
    },
  });
  const { field, onSubmit } = useForm({ schema: replaySchema, defaultValues: { seed: '7' }, submission: replay });
  if (!authUser) return null;
  return (
    <Part title={t('sandbox.life')}>
      <Muted>{t('sandbox.life.hint')}</Muted>
      <Form onSubmit={onSubmit} noValidate>
        <TextField {...field('seed', 'sandbox.life.seed')} inputMode="numeric" isNumeric />
        <Button type="submit" variant="secondary" isBusy={replay.isPending}>
          {t('sandbox.life.submit')}
        </Button>
      </Form>
    </Part>
  );
}
