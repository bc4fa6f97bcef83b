// Runs before the first paint, inline: the chosen theme, whether the test bar is folded, which parts of the document are for this
// visitor, and the typeface.
(() => {
  const { dataset, lang } = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    if (localStorage.getItem('ribbon') === 'folded') dataset.ribbon = 'folded';
    if (localStorage.getItem('cookie-agreement') !== null) dataset.cookies = 'chosen';
    if (Object.keys(localStorage).some((key) => key.startsWith('wusd-auth:') && key.endsWith(':tokens')))
      dataset.session = 'possible';
    const chosen = localStorage.getItem('lang');
    // The cookie that names the language was missing: the app renders the page in the chosen one.
    if (chosen !== null && chosen.replace('_', '-') !== lang) dataset.prerendered = 'unfit';
    // The form has a draft from before a reload, which the prerendered one lacks.
    if ('prerendered' in dataset && sessionStorage.getItem(`draft:${location.pathname}`) !== null)
      dataset.prerendered = 'unfit';
  } catch {
    // Storage is blocked: the document fits as it is.
  }

  // Text must not move after it was painted, and its paint must not wait: whatever loads in the head holds it back by up to 100 ms.
  // So the typeface loads at once on a fast network, and after everything else on a slow one. Later than the first paint, it shows
  // from the next page on.
  const { effectiveType, saveData } = navigator.connection ?? {};
  if (saveData) return;
  const typeface = new FontFace('Figtree', "url('__TYPEFACE__')", { weight: '300 900' });
  const show = () => {
    document.fonts.add(typeface);
    dataset.typeface = '';
  };
  const load = async () => {
    try {
      await typeface.load();
    } catch {
      // The system's own stays.
      return;
    }
    if (performance.getEntriesByType('paint').length === 0) show();
    else globalThis.navigation?.addEventListener('currententrychange', show, { once: true });
  };
  if ((effectiveType ?? '4g') === '4g') void load();
  else addEventListener('load', () => void load());
})();
