import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Whether a time of the server's clock has passed. Compares every second, because each response can adjust that clock.
 *
 * @param instant RFC 3339; undefined never passes
 */
export function useHasPassed(instant: string | undefined, serverNow: () => Date): boolean {
  const isPast = useEffectEvent(() => instant !== undefined && Date.parse(instant) <= serverNow().getTime());
  const [hasPassed, setHasPassed] = useState(
    () => instant !== undefined && Date.parse(instant) <= serverNow().getTime(),
  );
  useEffect(() => {
    const update = (): void => setHasPassed(isPast());
    update();
    if (instant === undefined) return undefined;
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return hasPassed;
}
