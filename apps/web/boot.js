// Runs before the first paint, inline: the chosen theme, and whether the page drawn at build time fits who is looking.
(() => {
  const { dataset } = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    const isStranger = !Object.keys(localStorage).some(
      (key) => key.startsWith('wusd-auth:') && key.endsWith(':tokens'),
    );
    const lang = localStorage.getItem('lang');
    if (!isStranger || (lang !== null && lang !== 'en_US')) dataset.prerendered = 'unfit';
  } catch {
    // Storage is blocked: the defaults fit.
  }
})();
