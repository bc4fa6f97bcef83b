import { Button } from '@wusd/ui-kit/Button';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { type ReactNode, Suspense, type SyntheticEvent } from 'react';
import { Section } from '../layout/Section.tsx';

/** Handle of the new recipient's fields, for the payment form that submits them. */
export interface RecipientForm {
  /** Validates the fields, and passes their values on or marks the errors. */
  submit: (event: SyntheticEvent<HTMLElement>) => void;
}

export interface NewRecipientProps {
  title: string;
  /** Label of the button that returns to the saved recipients. */
  back: string;
  onBack: () => void;
  /** The fields. Their code is loaded when they are first shown. */
  children: ReactNode;
}

/** Section of a payment form for a new recipient, which the payment saves. */
export function NewRecipient({ title, back, onBack, children }: NewRecipientProps) {
  return (
    <Section title={title}>
      <Suspense fallback={<Skeleton width="100%" height="280px" />}>{children}</Suspense>
      <Button variant="quiet" onClick={onBack}>
        {back}
      </Button>
    </Section>
  );
}
