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
  padding: ${vars.space2} ${vars.space5};
  background: ${vars.warningWash};
  font: ${vars.typeCaption};
  text-align: center;
`;

const firstWait = 5000;
const longestWait = 60_000;

/** Says that there is no connection, or no server, and the time of the data that is shown. Empty while there is one. */
export function ConnectionBanner() {
  const t = useTranslate();
  const locale = useStore(language);
  const state = useStore(connection);
  const asOf = useStore(shownAsOf);
  const time = asOf && formatDateTime(locale, asOf);
  const name = state === 'offline' ? 'app.offline' : 'app.unreachable';
  return (
    <div role="status">
      {state !== 'online' && (
        <Banner>
          {time ? t(`${name}.asOf`, { time }) : t(name)}
          {state === 'unreachable' && <TryAgain />}
        </Banner>
      )}
    </div>
  );
}

/** Asks the server again: by a press, and by itself, each time after twice the wait, with jitter. */
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
