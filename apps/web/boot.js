// Runs before the first paint, inline: the chosen theme, whether the test bar is folded, and which parts of the document are for this visitor.
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
})();
