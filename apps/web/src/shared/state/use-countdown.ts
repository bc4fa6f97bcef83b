import { useEffect, useEffectEvent, useState } from 'react';

/** Whole seconds until an instant of the server's clock, counted down; zero before and after. */
export function useCountdown(until: number | undefined, serverNow: () => number): number {
  const remaining = useEffectEvent(() =>
    until === undefined ? 0 : Math.max(0, Math.ceil((until - serverNow()) / 1000)),
  );
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const update = (): void => setSeconds(remaining());
    update();
    if (until === undefined) return undefined;
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
