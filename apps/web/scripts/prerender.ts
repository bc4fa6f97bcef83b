// Renders the product page once, at build time, into dist/home.html: complete before scripts arrive. The app then draws
// the same page in its place. Who is signed in, or reads another language, does not see it (src/boot.js).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The built app; another build of it where that is named.
const [folder = 'dist'] = process.argv.slice(2);
const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

// A page has an address; the one this is drawn for is any production host.
Object.assign(globalThis, { location: new URL('https://wallet.invalid/home') });

const { renderHome } = (await import(path('.prerender/prerender.js'))) as {
  renderHome: () => Promise<{ html: string; css: string }>;
};
const { html, css } = await renderHome();
if (!html.includes('<h1')) throw new Error('The product page came out without its headline');

const page = readFileSync(path(`${folder}/index.html`), 'utf8');
writeFileSync(
  path(`${folder}/home.html`),
  page
    .replace('</head>', () => `<style nonce="__CSP_NONCE__" data-prerendered>${css}</style></head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`),
);
// What the app opens for a page (a channel between tabs) would keep this process waiting.
process.exit(0);
