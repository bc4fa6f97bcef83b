import { useLayoutEffect } from 'react';

/**
 * Returns focus to what had it before a dialog opened.
 *
 * Headless UI does this too, but only for elements that had focus after its code was loaded, and the first press of a
 * button is what loads it.
 */
export function useReturnFocus(isOpen: boolean): void {
  // A layout effect: the dialog takes focus in an effect, which comes later.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      // The dialog leaves the document in the commit that is under way.
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
      });
    };
  }, [isOpen]);
}
