import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { lazy, Suspense, useState } from 'react';
import { Page } from '../shared/layout/Page.tsx';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { LoginForm } from '../features/sign-in/LoginForm.tsx';

// Rarely needed, and then in a hurry.
const FreezeForm = lazy(() => import('../features/sign-in/FreezeForm.tsx'));

function LoginRoute() {
  const t = useTranslate();
  const [isFreezing, setFreezing] = useState(false);
  return (
    <Page title={t('login.title')} width="flow" intro={t('login.intro')}>
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
          {t('login.freeze')}
        </Button>
      )}
    </Page>
  );
}

export default LoginRoute;
