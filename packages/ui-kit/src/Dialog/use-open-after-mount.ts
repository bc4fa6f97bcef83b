import { useLayoutEffect, useState } from 'react';

/**
 * Opens a dialog one render after it is mounted.
 *
 * Headless UI makes the page below inert only if the dialog is mounted closed. Without this hook, Tab and screen
 * readers could reach the page below a dialog that is mounted open.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  // A layout effect, so that the page is never painted without its dialog.
  // oxlint-disable-next-line react/set-state-in-effect -- Headless UI needs the second render
  useLayoutEffect(() => setMounted(true), []);
  return isOpen && isMounted;
}
