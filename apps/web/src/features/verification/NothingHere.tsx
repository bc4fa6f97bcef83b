import type { ReactNode } from 'react';
import { OneThing } from '../../app/OneThing.tsx';
import { useWords } from '../../app/words.ts';

/** A verification page opened without its act: a reload, a pasted link. It says so, leads to where the act begins, and submits nothing. */
export function NothingHere({ action }: { action: ReactNode }) {
  const words = useWords();
  return (
    <OneThing icon="key" title={words('verify.noContext.title')} action={action}>
      {words('verify.noContext.body')}
    </OneThing>
  );
}
