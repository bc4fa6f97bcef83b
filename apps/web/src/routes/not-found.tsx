import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ButtonLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { useWords } from '../app/words.ts';

export default function NotFoundRoute() {
  const words = useWords();
  return (
    <Page title={words('notFound.title')} width="flow" isTitleHidden>
      <EmptyState
        icon="info"
        level={1}
        title={words('notFound.title')}
        action={<ButtonLink to="/home">{words('app.backHome')}</ButtonLink>}
      >
        {words('notFound.body')}
      </EmptyState>
    </Page>
  );
}
