import { formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { checkServer, connection, shownAsOf } from '../shared/api/connection.ts';
import { language } from '../shared/i18n/preferences.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';

const Banner = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${vars.space2} ${vars.space5};
  background: ${vars.warningWash};
  font: ${vars.typeCaption};
  text-align: center;

  &[data-shown] {
    padding: ${vars.space2} ${vars.space5};
  }
`;

const firstWait = 5000;
const longestWait = 60_000;

/** Shows that the network or the server is unreachable, and the time of the data on screen. Empty while online. */
export function ConnectionBanner() {
  const t = useTranslate();
  const locale = useStore(language);
  const state = useStore(connection);
  const asOf = useStore(shownAsOf);
  const time = asOf && formatDateTime(locale, asOf);
  const name = state === 'offline' ? 'app.offline' : 'app.unreachable';
  return (
    <Banner data-shown={state === 'online' ? undefined : ''}>
      <p role="status">{state !== 'online' && (time ? t(`${name}.asOf`, { time }) : t(name))}</p>
      {state === 'unreachable' && <TryAgain />}
    </Banner>
  );
}

/** Checks the server again on request, and automatically with exponential backoff and jitter. */
function TryAgain() {
  const t = useTranslate();
  const [failed, setFailed] = useState(0);
  const [isChecking, setChecking] = useState(false);
  useEffect(() => {
    const wait = Math.min(firstWait * 2 ** failed, longestWait) * (0.75 + Math.random() / 2);
    const timer = setTimeout(() => void checkServer().then(() => setFailed(failed + 1)), wait);
    return () => clearTimeout(timer);
  }, [failed]);
  return (
    <Button
      variant="secondary"
      isDense
      isBusy={isChecking}
      onClick={() => {
        setChecking(true);
        void checkServer().then(() => setChecking(false));
      }}
    >
      {t('app.retry')}
    </Button>
  );
}
