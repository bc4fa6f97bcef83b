import { useLayoutEffect } from 'react';

/**
 * Returns focus to the element that had it before a dialog opened.
 *
 * Headless UI does this too, but only for elements that received focus after its code was loaded. The first press of a
 * button loads that code.
 */
export function useReturnFocus(isOpen: boolean): void {
  // A layout effect runs before the effect in which the dialog takes focus.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      // The dialog leaves the document during the current commit.
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
      });
    };
  }, [isOpen]);
}
