import { TextField } from '@wusd/ui-kit/TextField';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePaused } from '../state/use-paused.ts';

export interface SearchFieldProps {
  label: string;
  /** Value of the search parameter. @default '' */
  text?: string | undefined;
  /** Called with the trimmed text if it differs from the parameter. */
  onSearch: (text: string) => void;
}

/**
 * A search field for a search parameter. The parameter is updated when typing pauses; binding the field to it directly
 * would lose characters.
 */
export function SearchField({ label, text = '', onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const paused = usePaused(typed, 250);
  const follow = useEffectEvent((next: string) => {
    if (next.trim() !== text) onSearch(next.trim());
  });
  useEffect(() => follow(paused), [paused]);
  // If the parameter is cleared elsewhere, clear the field too.
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
