import { TextField } from '@wusd/ui-kit/TextField';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePaused } from '../state/use-paused.ts';

export interface SearchFieldProps {
  label: string;
  /** The search parameter. @default '' */
  text?: string | undefined;
  /** Called with the trimmed text where it differs from the parameter. */
  onSearch: (text: string) => void;
}

/**
 * A search field whose text is a search parameter. The parameter follows when typing pauses: a field that waited for it would
 * lose letters.
 */
export function SearchField({ label, text = '', onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const paused = usePaused(typed, 250);
  const follow = useEffectEvent((next: string) => {
    if (next.trim() !== text) onSearch(next.trim());
  });
  useEffect(() => follow(paused), [paused]);
  // If the parameter is cleared elsewhere, the field becomes empty too.
  const [followed, setFollowed] = useState(text);
  if (followed !== text) {
    setFollowed(text);
    if (text === '' && typed.trim() === followed) setTyped('');
  }
  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="search"
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
