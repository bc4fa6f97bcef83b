import { useEffect, useEffectEvent, useState } from 'react';
import { usePaused } from './use-paused.ts';

/**
 * The text of a search field whose value is a search parameter. The parameter follows when typing pauses: a field that
 * waited for it would lose letters.
 *
 * @param onChange called with the trimmed text where it differs from the parameter
 */
export function useSearchText(text = '', onChange: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const paused = usePaused(typed, 250);
  const follow = useEffectEvent((next: string) => {
    if (next.trim() !== text) onChange(next.trim());
  });
  useEffect(() => follow(paused), [paused]);
  // If the parameter is cleared elsewhere, the field becomes empty too.
  const [followed, setFollowed] = useState(text);
  if (followed !== text) {
    setFollowed(text);
    if (text === '' && typed.trim() === followed) setTyped('');
  }
  return [typed, setTyped] as const;
}
