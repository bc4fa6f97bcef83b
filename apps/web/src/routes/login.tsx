import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Page } from '../shared/layout/Page.tsx';
import { loadArea } from '../shared/i18n/catalogues.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { LoginForm, type Refused } from '../features/sign-in/LoginForm.tsx';

const LoginHelp = lazy(() => Promise.all([import('./login-help.tsx'), loadArea('identity')]).then(([help]) => help));
// Rendered after the first paint. If it fails to load, signing in by password still works.
const PasskeySignIn = lazy(() =>
  Promise.all([import('../features/sign-in/PasskeySignIn.tsx'), loadArea('passkey')]).then(
    ([file]) => file,
    () => ({ default: () => null }),
  ),
);

/** Reserves the height of the button, so that the layout does not shift. */
const room = <div style={{ height: vars.sizeControl }} />;

function LoginRoute() {
  const t = useTranslate();
  const [refused, setRefused] = useState<Refused>();
  const [isFreezing, setFreezing] = useState(false);
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Page title={t('login.title')} width="flow" intro={t('login.intro')}>
      <Card>
        <LoginForm onRefused={setRefused}>
          <Suspense fallback={room}>{isPainted ? <PasskeySignIn /> : room}</Suspense>
        </LoginForm>
      </Card>
      <Suspense>{(refused || isFreezing) && <LoginHelp refused={refused} isFreezing={isFreezing} />}</Suspense>
      {!isFreezing && (
        <Button variant="quiet" onClick={() => setFreezing(true)}>
          {t('login.freeze')}
        </Button>
      )}
    </Page>
  );
}

export default LoginRoute;
