import { Card } from '@wusd/ui-kit/Card';
import { EmptyState, type EmptyStateProps } from '@wusd/ui-kit/EmptyState';
import { Page } from './Page.tsx';

/** A page with one statement, such as the result of a command, and where to go next. */
export function ResultPage({ title, ...state }: Omit<EmptyStateProps, 'level'>) {
  return (
    <Page title={title} width="flow" isTitleHidden>
      <Card>
        <EmptyState {...state} title={title} level={1} />
      </Card>
    </Page>
  );
}
