import { Card } from '@wusd/ui-kit/Card';
import { Page } from '../app/Page.tsx';
import { useWords } from '../app/words.ts';
import { AccountForm } from '../features/registration/AccountForm.tsx';
import { Step } from '../features/registration/Step.tsx';

export default function RegisterRoute() {
  const words = useWords();
  return (
    <Page title={words('register.title')} width="flow" intro={words('register.intro')} aside={<Step at={1} />}>
      <Card>
        <AccountForm />
      </Card>
    </Page>
  );
}
