import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ButtonLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { useWords } from '../app/words.ts';

export default function ActivateSuccessRoute() {
  const words = useWords();
  return (
    <Page title={words('activation.success.title')} width="flow" isTitleHidden>
      <Card>
        <EmptyState
          icon="check"
          level={1}
          title={words('activation.success.title')}
          action={<ButtonLink to="/login">{words('activation.success.action')}</ButtonLink>}
        >
          {words('activation.success.body')}
        </EmptyState>
      </Card>
    </Page>
  );
}
