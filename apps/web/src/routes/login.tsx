import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { lazy, Suspense, useState } from 'react';
import { Page } from '../app/Page.tsx';
import { withQueries } from '../app/queries.tsx';
import { useWords } from '../app/words.ts';
import { LoginForm } from '../features/sign-in/LoginForm.tsx';

// Rarely needed, and then in a hurry.
const FreezeForm = lazy(() => import('../features/sign-in/FreezeForm.tsx'));

function LoginRoute() {
  const words = useWords();
  const [isFreezing, setFreezing] = useState(false);
  return (
    <Page title={words('login.title')} width="flow" intro={words('login.intro')}>
      <Card>
        <LoginForm />
      </Card>
      {isFreezing ? (
        <Card>
          <Suspense>
            <FreezeForm />
          </Suspense>
        </Card>
      ) : (
        <Button variant="quiet" onClick={() => setFreezing(true)}>
          {words('login.freeze')}
        </Button>
      )}
    </Page>
  );
}

export default withQueries(LoginRoute);
