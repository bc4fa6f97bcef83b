import { IconButton } from '@wusd/ui-kit/IconButton';
import { type ComponentType, useEffect, useState } from 'react';
import { loadArea } from '../../shared/i18n/catalogues.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** After the page has what it shows; a press does not wait for it. */
const quietMs = 2500;

type Loaded = { Bell: ComponentType<{ isOpenFirst: boolean }>; isOpenFirst: boolean };

/** A failed load is tried again with the next press. */
function loadBell(isOpenFirst: boolean, show: (loaded: Loaded) => void): void {
  void Promise.all([import('./Bell.tsx'), loadArea('notifications')]).then(
    ([{ Bell }]) => show({ Bell, isOpenFirst }),
    () => {},
  );
}

/** The bell of the header. Its count and its panel are loaded after the page, so that no page waits for them. */
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
