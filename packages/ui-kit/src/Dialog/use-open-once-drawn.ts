import { useLayoutEffect, useState } from 'react';

/**
 * Opens a dialog in the render after its first one.
 *
 * Headless UI looks for the page below, to make it inert, while a dialog is drawn closed. One that is open in its first
 * render leaves the page within reach of the Tab key and of screen readers.
 */
export function useOpenOnceDrawn(isOpen: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  // A layout effect: the page is never painted without its dialog.
  // oxlint-disable-next-line react/set-state-in-effect -- a second render is what Headless UI needs
  useLayoutEffect(() => setDrawn(true), []);
  return isOpen && isDrawn;
}
