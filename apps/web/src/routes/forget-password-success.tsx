import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ButtonLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { useWords } from '../app/words.ts';

export default function ForgetPasswordSuccessRoute() {
  const words = useWords();
  return (
    <Page title={words('forgot.success.title')} width="flow" isTitleHidden>
      <Card>
        <EmptyState
          icon="check"
          level={1}
          title={words('forgot.success.title')}
          action={<ButtonLink to="/login">{words('forgot.success.action')}</ButtonLink>}
        >
          {words('forgot.success.body')}
        </EmptyState>
      </Card>
    </Page>
  );
}
