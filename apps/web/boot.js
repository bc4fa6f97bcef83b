// Runs before the first paint, inline.
(() => {
  const { dataset, lang } = document.documentElement;
  fitDocument();
  askEarly();
  loadTypeface();

  /** The chosen theme, whether the test bar is folded, and which parts of the document are for this visitor. */
  function fitDocument() {
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
  }

  /** What the page needs from the server goes out beside its scripts, which take the answers in shared/api/early-answers.ts. */
  function askEarly() {
    const early = {};
    const send = async (path, init) => {
      const response = await fetch(`/api/${path}`, init);
      // An answer that nobody reads would stay an open request.
      return new Response(await response.blob(), response);
    };
    const ask = (path, init) => {
      const answer = send(path, init);
      answer.catch(() => {});
      early[`${location.origin}/api/${path}`] = { body: init?.body, answer };
    };
    ask('config');
    // What the calculator of the product page begins with.
    if (/^\/(home)?$/.test(location.pathname) && !('session' in dataset))
      ask('otc/get-otc-rate', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"payCurrency":"USD","receiveCurrency":"WUSD","payAmount":"1000"}',
      });
    globalThis.earlyAnswers = early;
  }

  /**
   * Text must not move after it was painted, and its paint must not wait: whatever loads in the head holds it back by up to
   * 100 ms. So the typeface loads at once on a fast network, and after everything else on a slow one. Later than the first paint,
   * it shows from the next page on.
   */
  function loadTypeface() {
    const { effectiveType = '4g', saveData } = navigator.connection ?? {};
    if (saveData) return;
    const typeface = new FontFace('Figtree', "url('__TYPEFACE__')", { weight: '300 900' });
    const show = () => {
      document.fonts.add(typeface);
      dataset.typeface = '';
    };
    // The first frame is rendered next. That it was painted would be known too late: text could move in the frame after it.
    let isRendered = false;
    requestAnimationFrame(() => (isRendered = true));
    const load = async () => {
      try {
        await typeface.load();
      } catch {
        // The system's own stays.
        return;
      }
      if (!isRendered) show();
      // The router replaces the entry of the page that it begins with.
      else
        globalThis.navigation?.addEventListener(
          'currententrychange',
          ({ navigationType }) => navigationType !== 'replace' && show(),
        );
    };
    if (effectiveType === '4g') void load();
    else addEventListener('load', () => void load());
  }
})();
