/**
 * Before its scripts load, a document shows either a public page, which React hydrates, or the frame of a page that
 * needs a session, which React replaces. `boot.js` sets on `<html>` which of them is visible.
 */
const states = (): DOMStringMap => document.documentElement.dataset;

/** Whether React can hydrate the document: a public page that fits this browser (see `boot.js`), without a session. */
export function isHydratable(): boolean {
  return states()['prerendered'] === '' && states()['session'] === undefined;
}

/** Whether the document shows a page or a frame. Most pages have neither before the app loads. */
export function isDocumentVisible(): boolean {
  return Array.from(document.querySelectorAll('#frame, #root > *')).some((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
}

/** Removes the frame once the app has rendered. */
export function removeFrame(): void {
  document.querySelector('#frame')?.remove();
  delete states()['session'];
  delete states()['cookies'];
}

/** Enables the controls of a screen once React has hydrated it. */
export function enableControls(): void {
  for (const control of document.querySelectorAll<HTMLElement>('[data-waiting]')) {
    control.inert = false;
    if (control instanceof HTMLInputElement) control.readOnly = false;
    delete control.dataset['waiting'];
  }
  delete states()['prerendered'];
}
