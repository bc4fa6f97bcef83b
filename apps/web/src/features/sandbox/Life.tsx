import { useMutation } from '@tanstack/react-query';
import { Button } from '@wusd/ui-kit/Button';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useState } from 'react';
import { session } from '../../app/services.ts';
import { stale } from '../../app/stale.ts';
import { toast } from '../../app/toasts.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { Form, Muted, Part, sandboxApi } from './parts.tsx';

const days = 30;
/** The contract's largest. */
const largest = 2_147_483_647;

/** A month of who is signed in, as a seed has it. */
export function Life() {
  const words = useWords();
  const { authUser } = useValue(session);
  const [seed, setSeed] = useState('7');
  const [isSubmitted, setSubmitted] = useState(false);
  const replay = useMutation({
    mutationFn: () => sandboxApi.replay({ subjectId: authUser?.email ?? '', seed: Number(seed), days }),
    onSuccess: ({ happened }) => {
      toast(words('sandbox.life.done', { happened }));
      stale.mark('everything');
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
    <Part title={words('sandbox.life')}>
      <Muted>{words('sandbox.life.hint')}</Muted>
      <Form onSubmit={submit} noValidate>
        <TextField
          label={words('sandbox.life.seed')}
          inputMode="numeric"
          isNumeric
          value={seed}
          error={isSubmitted && !isValid ? words('sandbox.life.seedInvalid') : undefined}
          onChange={(event) => setSeed(event.target.value.trim())}
        />
        <Button type="submit" variant="secondary" isBusy={replay.isPending}>
          {words('sandbox.life.submit')}
        </Button>
      </Form>
    </Part>
  );
}
