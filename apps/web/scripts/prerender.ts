// Renders at build time the documents that show a page before its scripts load: dist/documents/<mode>/<language>/….
// dist/documents/index.json maps each path to its document. The server sends it with a fresh nonce.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bcp47, type Language, languages } from '@wusd/i18n';
import type { RenderedPage, renderPages } from '../src/prerender.tsx';
import { type Chunk, documents, type DocumentSource, scriptsOf } from './documents.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));
// Folder of the build to prerender; the first argument overrides it.
const [folder = 'dist'] = process.argv.slice(2);

process.env['NODE_ENV'] = 'production';
// The app derives its mode from the host.
const hosts = { test: 'https://test.wallet.invalid', production: 'https://wallet.invalid' };
// The router reads both globals, as in the browser.
Object.assign(globalThis, { window: undefined, self: globalThis });
const visit = (url: string): void => void Object.assign(globalThis, { location: new URL(url) });
visit(hosts.production);

const app = (await import(path('.prerender/prerender.js'))) as { renderPages: typeof renderPages };
const manifestFolder = path(`${folder}/.vite`);
const manifest = JSON.parse(readFileSync(`${manifestFolder}/manifest.json`, 'utf8')) as Record<string, Chunk>;
const page = scriptsLast(inlineStyles(readFileSync(path(`${folder}/index.html`), 'utf8')));

/** Inlines the style sheets: a separate file would cost a round trip before the first paint. */
function inlineStyles(html: string): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/, (_link, href: string) => {
    const css = readFileSync(path(`${folder}${href}`), 'utf8');
    return `<style nonce="__CSP_NONCE__">${css}</style>`;
  });
}

/**
 * Moves the scripts to the end of the body, so that the browser paints before it runs them. Its preload scanner still
 * finds them as early as in the head.
 */
function scriptsLast(html: string): string {
  const scripts: string[] = [];
  const rest = html.replaceAll(
    /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g,
    (found) => {
      scripts.push(found.trim());
      return '';
    },
  );
  return rest.replace('</body>', () => `${scripts.join('')}</body>`);
}

async function render(source: DocumentSource, language: Language): Promise<string> {
  const requests = [
    ...(source.isPublic ? [{ path: source.path, isSignedIn: false }] : []),
    ...(source.frame === undefined ? [] : [{ path: source.frame, isSignedIn: true }]),
  ];
  const { pages, styles } = await app.renderPages(requests, language);
  const shown = source.isPublic ? pages[0] : undefined;
  const frame = source.frame === undefined ? undefined : pages.at(-1);
  const title = pages[0]?.title;
  const scripts = scriptsOf(manifest, source, language)
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" nonce="__CSP_NONCE__" crossorigin href="/${file}">`);
  return page
    .replace('<html lang="en-US">', `<html lang="${bcp47(language)}"${shown ? ' data-prerendered' : ''}>`)
    .replace('<title>WUSD Wallet</title>', (plain) => (title === undefined ? plain : `<title>${title}</title>`))
    .replace('</head>', () => `${styles.replaceAll('<style', '<style nonce="__CSP_NONCE__"')}${rulesOf(pages)}</head>`)
    .replace('</body>', () => `${scripts.join('')}</body>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${shown?.html ?? ''}</div>${frame ? frameOf(frame, source) : ''}`,
    );
}

/** Turns inline styles into rules, because the content security policy blocks `style` attributes in a document. */
function rulesOf(pages: readonly RenderedPage[]): string {
  const found = pages.flatMap(({ html }) =>
    [...html.matchAll(/ data-style="([^"]*)"/g)].map(([, style = '']) => style),
  );
  const rules = [...new Set(found)].map((style) => {
    if (/[&\\<]/.test(style)) throw new Error(`A style needs escaping: ${style}`);
    return `[data-style="${style}"]{${style}}`;
  });
  return rules.length > 0 ? `<style nonce="__CSP_NONCE__">${rules.join('')}</style>` : '';
}

/**
 * Markup of the frame. A page that needs a session contains it directly; the style sheet hides it from visitors without
 * one. A public page contains it in a template, which costs no layout and adds no duplicate elements to the document.
 */
function frameOf({ html }: RenderedPage, { isPublic }: DocumentSource): string {
  if (!isPublic) return `<div id="frame">${withoutIds(html)}</div>`;
  const show = `if ('session' in document.documentElement.dataset) {
    const template = document.currentScript.previousElementSibling;
    const frame = document.createElement('div');
    frame.id = 'frame';
    frame.append(template.content);
    template.replaceWith(frame);
  }`;
  return `<template>${withoutIds(html)}</template><script nonce="__CSP_NONCE__">${show}</script>`;
}

/** Removes ids, which the page and the app also use, and the in-page links, which would have no target. */
const withoutIds = (html: string): string =>
  html
    .replaceAll(/ (?:id|for|aria-labelledby|aria-controls)="[^"]*"/g, '')
    .replaceAll(/<a href="#[^>]*>[^<]*<\/a>/g, '');

rmSync(path(`${folder}/documents`), { recursive: true, force: true });
for (const [mode, host] of Object.entries(hosts)) {
  for (const language of languages) {
    mkdirSync(path(`${folder}/documents/${mode}/${language}`), { recursive: true });
    for (const source of documents) {
      if (source.languages && !source.languages.includes(language)) continue;
      visit(`${host}${source.path}`);
      // oxlint-disable-next-line no-await-in-loop -- the language is global state
      const html = await render(source, language);
      writeFileSync(path(`${folder}/documents/${mode}/${language}/${source.name}.html`), html);
    }
  }
}
const index = Object.fromEntries(
  documents.flatMap(({ path: main, also = [], name, isPublic = false }) =>
    [main, ...also].map((each) => [each, { name, isPublic }]),
  ),
);
writeFileSync(path(`${folder}/documents/index.json`), JSON.stringify(index));
// Only the build needs the manifest; it must not be served.
rmSync(manifestFolder, { recursive: true });
// The app opens a channel between tabs, which would keep this process alive.
process.exit(0);
