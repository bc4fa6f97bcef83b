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
      early[`${location.origin}/api/${path}`] = { body: init?.body, answer, at: Date.now() };
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
   * A font that begins to load in the head delays Chromium's first paint by up to 100 ms. On a fast network that is accepted, and
   * the font is usually there in time; on a slow one it loads after everything else. Once text has been painted without it, it
   * waits for the next page, because nothing may move: `main.tsx` calls `showTypeface`.
   */
  function loadTypeface() {
    const { effectiveType = '4g', saveData } = navigator.connection ?? {};
    if (saveData || !('FontFace' in globalThis)) return;
    const typeface = new FontFace('Figtree', "url('__TYPEFACE__')", { weight: '300 900' });
    const show = () => {
      document.fonts.add(typeface);
      dataset.typeface = '';
    };
    // Set as the first frame begins: what comes after it could move text that is painted already.
    let isRendered = false;
    requestAnimationFrame(() => (isRendered = true));
    const load = async () => {
      try {
        await typeface.load();
      } catch {
        // The system's own stays.
        return;
      }
      if (isRendered) globalThis.showTypeface = show;
      else show();
    };
    if (effectiveType === '4g') void load();
    else addEventListener('load', () => void load());
  }
})();
