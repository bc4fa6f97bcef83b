/**
 * The document shows a page before its scripts have loaded: a public page, which React hydrates, or the frame of a page that
 * needs a session, which React replaces. `boot.js` has set on `<html>` which of them is visible.
 */
const states = (): DOMStringMap => document.documentElement.dataset;

/** Whether React can hydrate the document: a public page that fits this browser, without a session. */
export function isHydratable(): boolean {
  return states()['prerendered'] === '' && states()['session'] === undefined;
}

/** Whether the document shows a page or a frame; most pages have neither before the app has loaded. */
export function isDocumentVisible(): boolean {
  return Array.from(document.querySelectorAll('#frame, #root > *')).some((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
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
