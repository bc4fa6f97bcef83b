import { createStore } from './store.ts';

/** Whether the command palette is open. */
export const isPaletteOpen = createStore(false, () => false);

/** Whether a key press asks for it: Ctrl+K or, on a Mac, ⌘K. */
export const opensPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
