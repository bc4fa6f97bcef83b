import { Button, type ButtonVariant } from '@wusd/ui-kit/Button';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from '../i18n/use-translate.ts';
import { toE164 } from './phone.ts';
import { PhoneField } from './PhoneField.tsx';
import { FormError } from './FormError.tsx';
import { Form } from './Form.tsx';

export interface PhoneFormProps {
  submitLabel: string;
  variant?: ButtonVariant;
  /** Where it takes the place of what opened it, and the focus with it. @default false */
  isFocused?: boolean;
  isBusy: boolean;
  /** Why the last number was refused, where that is not said elsewhere. */
  error?: unknown;
  /** @param phone E.164 */
  onPhone: (phone: string) => void;
}

/** A number and the button that goes on with it. */
export function PhoneForm({ submitLabel, variant, isFocused = false, isBusy, error, onPhone }: PhoneFormProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState('+');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  const phone = toE164(typed);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (phone === undefined) field.current?.focus();
    else if (!isBusy) onPhone(phone);
  };
  return (
    <Form onSubmit={submit} noValidate>
      <PhoneField
        ref={field}
        name="tel"
        value={typed}
        error={isSubmitted && phone === undefined ? t('phone.invalid') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormError error={error} />
      <Button type="submit" variant={variant} isWide isBusy={isBusy}>
        {submitLabel}
      </Button>
    </Form>
  );
}
