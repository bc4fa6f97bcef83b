import { draftKey } from '../features/registration/draft-key.ts';

/**
 * The document shows a page before its scripts have loaded: a public page, which React hydrates, or the frame of a page that
 * needs a session, which React replaces. `boot.js` has set on `<html>` which of them is visible.
 */
const states = (): DOMStringMap => document.documentElement.dataset;

/** Whether React can take over the markup of the document: a public page in the language shown, without a session. */
export function isHydratable(): boolean {
  return states()['prerendered'] === '' && states()['session'] === undefined && !isRegistrationBegun();
}

/** A draft that this tab has kept: its form differs from the prerendered one. */
function isRegistrationBegun(): boolean {
  try {
    return location.pathname === '/register' && sessionStorage.getItem(draftKey) !== null;
  } catch {
    return false;
  }
}

/** The app has rendered: the frame and what was hidden for a session have served. */
export function removeFrame(): void {
  document.querySelector('#frame')?.remove();
  delete states()['session'];
  delete states()['cookies'];
}

/** React has hydrated a screen: its controls react to input from now on. */
export function enableControls(): void {
  for (const control of document.querySelectorAll<HTMLElement>('[data-waiting]')) {
    control.inert = false;
    if (control instanceof HTMLInputElement) control.readOnly = false;
    delete control.dataset['waiting'];
  }
  delete states()['prerendered'];
}
