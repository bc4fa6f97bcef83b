import { useEffect, useEffectEvent, useState } from 'react';

const secondsUntil = (until: number | undefined, now: number): number =>
  until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));

/** Whole seconds until a time of the server's clock, counting down; zero without a time and after it. */
export function useCountdown(until: number | undefined, serverNow: () => number): number {
  const remaining = useEffectEvent(() => secondsUntil(until, serverNow()));
  const [seconds, setSeconds] = useState(() => secondsUntil(until, serverNow()));
  useEffect(() => {
    const update = (): void => setSeconds(remaining());
    update();
    if (until === undefined) return undefined;
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
