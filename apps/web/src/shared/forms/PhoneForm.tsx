import { Button, type ButtonVariant } from '@wusd/ui-kit/Button';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { Form } from './Form.tsx';
import { FormError } from './FormError.tsx';
import { phoneSchema } from './phone.ts';
import { PhoneField } from './PhoneField.tsx';
import { useForm } from './use-form.ts';

export interface PhoneFormProps {
  submitLabel: string;
  variant?: ButtonVariant;
  /** Whether to focus the field on mount, if the form replaces the button that opened it. @default false */
  isFocused?: boolean;
  isBusy: boolean;
  /** Error of the last submission. */
  error?: unknown;
  /** @param phone E.164 */
  onPhone: (phone: string) => void;
}

/** Form with a phone number and a button that continues. */
export function PhoneForm({ submitLabel, variant, isFocused = false, isBusy, error = null, onPhone }: PhoneFormProps) {
  const {
    form,
    field,
    onSubmit,
    error: other,
  } = useForm({
    schema: phoneSchema,
    defaultValues: { phoneNumber: '' },
    submission: { mutate: (values) => onPhone(values.phoneNumber), isPending: isBusy, error },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (isFocused) setFocus('phoneNumber');
  }, [isFocused, setFocus]);
  return (
    <FormProvider {...form}>
      <Form onSubmit={onSubmit} noValidate>
        <PhoneField {...field('phoneNumber', 'phone.label')} />
        <FormError error={other} />
        <Button type="submit" variant={variant} isWide isBusy={isBusy}>
          {submitLabel}
        </Button>
      </Form>
    </FormProvider>
  );
}
