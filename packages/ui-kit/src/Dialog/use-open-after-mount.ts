import { useLayoutEffect, useState } from 'react';

/**
 * Opens a dialog one render after it is mounted.
 *
 * Headless UI finds the page below, which it makes inert, when a dialog is mounted closed. A dialog that is mounted open leaves
 * the page within reach of the Tab key and of screen readers.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  // A layout effect: the page is never painted without its dialog.
  // oxlint-disable-next-line react/set-state-in-effect -- Headless UI needs the second render
  useLayoutEffect(() => setMounted(true), []);
  return isOpen && isMounted;
}
