import { IconButton } from '@wusd/ui-kit/IconButton';
import { type ComponentType, useEffect, useState } from 'react';
import { loadArea } from '../../shared/i18n/catalogues.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** Delay in milliseconds that leaves the page time to load first. A press loads the bell immediately. */
const quietMs = 2500;

type Loaded = { Bell: ComponentType<{ isOpenFirst: boolean }>; isOpenFirst: boolean };

/** Loads the bell. After a failure, the next press tries again. */
function loadBell(isOpenFirst: boolean, show: (loaded: Loaded) => void): void {
  void Promise.all([import('./Bell.tsx'), loadArea('notifications')]).then(
    ([{ Bell }]) => show({ Bell, isOpenFirst }),
    () => {},
  );
}

/** The bell of the header. Its count and panel load after the page, so that they delay no page. */
export function BellWhenLoaded() {
  const t = useTranslate();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const timer = setTimeout(() => loadBell(false, (bell) => setLoaded((before) => before ?? bell)), quietMs);
    return () => clearTimeout(timer);
  }, []);
  if (loaded) return <loaded.Bell isOpenFirst={loaded.isOpenFirst} />;
  return (
    <IconButton
      icon="bell"
      size={20}
      label={t('menu.notifications')}
      aria-expanded={false}
      onClick={() => loadBell(true, (bell) => setLoaded((before) => before ?? bell))}
    />
  );
}
