import { Card } from '@wusd/ui-kit/Card';
import { EmptyState, type EmptyStateProps } from '@wusd/ui-kit/EmptyState';
import { Page } from './Page.tsx';

/** A page that says one thing: how something ended, that nothing is here; and where to go from it. */
export function ResultPage({ title, ...state }: Omit<EmptyStateProps, 'level'>) {
  return (
    <Page title={title} width="flow" isTitleHidden>
      <Card>
        <EmptyState {...state} title={title} level={1} />
      </Card>
    </Page>
  );
}
