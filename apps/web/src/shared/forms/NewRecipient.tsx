import { Button } from '@wusd/ui-kit/Button';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { type ReactNode, Suspense, type SyntheticEvent } from 'react';
import { Section } from '../layout/Section.tsx';

/** The fields of a new recipient within the form of a payment, which submits them. */
export interface RecipientForm {
  /** Checks the fields, and hands on what they say or marks what is wrong. */
  submit: (event: SyntheticEvent<HTMLElement>) => void;
}

export interface NewRecipientProps {
  title: string;
  /** Name of the button that leads back to the saved recipients. */
  back: string;
  onBack: () => void;
  /** The fields, whose code is fetched when they are first shown. */
  children: ReactNode;
}

/** The part of a payment's form where a recipient is entered that the payment saves. */
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
