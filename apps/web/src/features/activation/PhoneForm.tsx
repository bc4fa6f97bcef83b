import { Button } from '@wusd/ui-kit/Button';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useWords } from '../../app/words.ts';

const Form = styled.form`
  display: grid;
  gap: ${vars.space5};
`;

export interface PhoneFormProps {
  isBusy: boolean;
  /** @param phone E.164 */
  onPhone: (phone: string) => void;
}

/** Another number than the one that was registered. */
export function PhoneForm({ isBusy, onPhone }: PhoneFormProps) {
  const words = useWords();
  const [typed, setTyped] = useState('+');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // What opened it is gone from the page.
  useEffect(() => field.current?.focus(), []);
  // As people write numbers: with spaces, dashes, brackets.
  const phone = typed.replaceAll(/[\s().-]/g, '');
  const isValid = /^\+[1-9]\d{6,14}$/.test(phone);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (!isValid) field.current?.focus();
    else if (!isBusy) onPhone(phone);
  };
  return (
    <Form onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={words('activation.phone')}
        hint={words('activation.phone.hint')}
        type="tel"
        name="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={30}
        value={typed}
        error={isSubmitted && !isValid ? words('activation.phone.invalid') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="secondary" isWide isBusy={isBusy}>
        {words('activation.phone.submit')}
      </Button>
    </Form>
  );
}
