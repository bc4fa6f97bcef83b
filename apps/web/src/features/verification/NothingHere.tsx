import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import type { ReactNode } from 'react';
import { Page } from '../../app/Page.tsx';
import { useWords } from '../../app/words.ts';

/** A verification page opened without its act: a reload, a pasted link. It says so, leads to where the act begins, and submits nothing. */
export function NothingHere({ action }: { action: ReactNode }) {
  const words = useWords();
  return (
    <Page title={words('verify.title')} width="flow" isTitleHidden>
      <Card>
        <EmptyState icon="key" level={1} title={words('verify.noContext.title')} action={action}>
          {words('verify.noContext.body')}
        </EmptyState>
      </Card>
    </Page>
  );
}
