import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bcp47, languageNames, languages } from '@wusd/i18n';
import type { Box, Picture } from './picture.ts';

type Texts = Record<string, string>;
const source = join(dirname(createRequire(import.meta.url).resolve('@wusd/i18n/package.json')), 'src');
const read = (name: string): Texts => JSON.parse(readFileSync(join(source, name), 'utf8')) as Texts;

/** Writes `index.html` beside the pictures: every message with its description, texts and positions. */
export function writePage(folder: string): { messages: number; unseen: string[] } {
  const descriptions = read('descriptions.json');
  const texts = Object.fromEntries(languages.map((language) => [language, read(`messages/${language}.json`)]));
  const pictures = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Picture);
  const chosen = choose(pictures);
  // Deletes pictures that were not chosen for any message.
  const kept = new Set([...chosen.values()].map(({ name }) => name));
  for (const { name } of pictures)
    if (!kept.has(name))
      for (const language of languages) rmSync(join(folder, `${name}-${language}.jpg`), { force: true });

  const ids = Object.keys(descriptions);
  const sections = Map.groupBy(ids, (id) => id.slice(0, id.indexOf('.')));
  // Mails and SMS are plain text, so they need no pictures.
  const unseen = ids.filter((id) => !chosen.has(id) && !id.startsWith('message.'));
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every message</title>
<style>${style}</style>
<h1>Every message</h1>
<p>${ids.length} messages in three languages, with where they stand. ${unseen.length} were not met on the way: <a href="#unseen">which</a>.</p>
<input type="search" placeholder="An id, or words of any language" aria-label="Search">
${[...sections].map(([name, members]) => section(name, members, (id) => entry(id, { descriptions, texts, picture: chosen.get(id) }))).join('\n')}
<h2 id="unseen">Not met on the way</h2>
<p>${unseen.map((id) => `<a href="#${id}">${id}</a>`).join(', ')}</p>
<script>${search}</script>
</html>
`,
  );
  return { messages: ids.length, unseen };
}

/** Greedy selection of few pictures: always the picture with most remaining messages. */
function choose(pictures: Picture[]): Map<string, Picture> {
  const chosen = new Map<string, Picture>();
  let left = pictures.map((picture) => ({
    picture,
    ids: Object.keys(picture.shows.en_US).filter((id) => languages.every((language) => id in picture.shows[language])),
  }));
  for (;;) {
    left = left
      .map(({ picture, ids }) => ({ picture, ids: ids.filter((id) => !chosen.has(id)) }))
      .filter(({ ids }) => ids.length > 0);
    const [first, ...others] = left;
    if (!first) return chosen;
    const best = others.reduce((most, each) => (each.ids.length > most.ids.length ? each : most), first);
    for (const id of best.ids) chosen.set(id, best.picture);
  }
}

const section = (name: string, ids: string[], draw: (id: string) => string): string =>
  `<details open><summary>${name} (${ids.length})</summary>${ids.map(draw).join('\n')}</details>`;

interface Entry {
  descriptions: Texts;
  texts: Record<string, Texts>;
  picture: Picture | undefined;
}
const entry = (id: string, { descriptions, texts, picture }: Entry): string =>
  `<article id="${id}"><h3>${id}</h3><p>${escaped(descriptions[id] ?? '')}</p>${picture ? `<p>On <code>${escaped(picture.path)}</code>${picture.saidAgain.includes(id) ? ': said once there, and put into the picture anew' : ''}</p>` : ''}
<div>${languages
    .map((language) => {
      const box = picture?.shows[language][id];
      return `<section lang="${bcp47(language)}"><p>${escaped(texts[language]?.[id] ?? '')}</p>${picture && box ? crop(`${picture.name}-${language}.jpg`, box, picture.width, languageNames[language]) : ''}</section>`;
    })
    .join('')}</div></article>`;

/** The part of a picture around a message, with a frame. For text at the right edge, the part ends there. */
function crop(file: string, { x, y, width, height }: Box, pageWidth: number, language: string): string {
  const left = Math.max(0, Math.min(x - 40, pageWidth - 430));
  const top = Math.max(0, y - 60);
  return `<a href="${file}"><img loading="lazy" src="${file}" alt="${language}" style="margin:${-top}px 0 0 ${-left}px"><i style="left:${x - left - 4}px;top:${y - top - 4}px;width:${width + 8}px;height:${height + 8}px"></i></a>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const style = `
body { margin: 2rem; font: 15px/1.5 system-ui, sans-serif; }
input { width: 100%; max-width: 40rem; padding: .5rem; font: inherit; }
summary { margin-block: 2rem 1rem; font-size: 1.4rem; font-weight: 600; }
article { margin-bottom: 2rem; border-top: 1px solid #ccd; }
article > div { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; }
h3 { margin-bottom: 0; font: 600 14px monospace; }
section a { position: relative; display: block; height: 220px; overflow: hidden; border: 1px solid #ccd; }
section img { max-width: none; }
section i { position: absolute; border: 3px solid #d20; border-radius: 6px; }`;

const search = `
document.querySelector('input').addEventListener('input', ({ target }) => {
  const wanted = target.value.toLowerCase();
  for (const article of document.querySelectorAll('article'))
    article.hidden = !(article.id + article.textContent).toLowerCase().includes(wanted);
  for (const group of document.querySelectorAll('details')) group.hidden = !group.querySelector('article:not([hidden])');
});`;
