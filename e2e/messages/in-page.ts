// Functions that run in the photographed page. Each is serialized separately, so it can't use the others.
import type { Box } from './picture.ts';

export interface Spoken {
  language: string;
  key: string;
  tag: string;
}

interface Listening {
  /** Messages by id, as last formatted in this document; and since its language last changed. */
  said: Map<string, string>;
  saidSince: Map<string, string>;
}

/** Sets a flag in the page whenever it changes. */
export function markChanges(): void {
  const here = globalThis as unknown as Listening;
  Object.assign(here, { said: new Map(), saidSince: new Map() });
  addEventListener('message-shown', (event) => {
    const { id, text } = (event as CustomEvent<{ id: string; text: string }>).detail;
    here.said.set(id, text);
    here.saidSince.set(id, text);
  });
  const mark = document.createElement('div');
  mark.id = 'has-changed';
  Object.assign(mark.style, { position: 'fixed', width: '1px', height: '1px', pointerEvents: 'none' });
  new MutationObserver((changes) => {
    if (!mark.isConnected && changes.some(({ target }) => target !== document.documentElement))
      document.documentElement.append(mark);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Returns the formatted messages with those now visible, and clears the flag until the page changes again. */
export function hear() {
  const { said } = globalThis as unknown as Listening;
  document.querySelector('#has-changed')?.remove();
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  const labels = Array.from(document.querySelectorAll('[aria-label], [placeholder], [title]'), (each) =>
    ['aria-label', 'placeholder', 'title'].map((name) => each.getAttribute(name)),
  );
  const stands = plain([document.body.textContent, ...labels.flat()].join(' '));
  return {
    language: document.documentElement.lang,
    width: innerWidth,
    said: Object.fromEntries(said),
    standing: [...said].filter(([, text]) => stands.includes(plain(text))).map(([id]) => id),
  };
}

/** All texts of the page, one per element. */
export function textsOf(): string[] {
  const texts: string[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) texts.push(nodes.currentNode.nodeValue ?? '');
  return texts;
}

/**
 * Switches the language as if another tab had chosen it, without storing it: a page that is opened meanwhile keeps its
 * own.
 *
 * @param key key of the language in local storage
 * @param tag language of the document
 * @returns messages that the page formats again in this language
 */
export async function switchTo({ language, key, tag }: Spoken): Promise<Record<string, string>> {
  const here = globalThis as unknown as Listening;
  const isSpoken = (): boolean => document.documentElement.lang === tag;
  if (isSpoken()) return {};
  here.saidSince.clear();
  const { getItem } = Storage.prototype;
  Storage.prototype.getItem = (name) => (name === key ? language : getItem.call(localStorage, name));
  dispatchEvent(new StorageEvent('storage', { key }));
  Storage.prototype.getItem = getItem;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frames = 0; !isSpoken() || here.saidSince.size === 0; frames += 1) {
    // Offline, the language is either cached or unavailable. The limit is short, so that no
    // temporary message disappears meanwhile.
    if (frames > (navigator.onLine ? 200 : 20)) throw new Error(`The page does not speak ${language}`);
    // oxlint-disable-next-line no-await-in-loop -- until it does
    await frame();
  }
  await document.fonts.ready;
  await frame();
  return Object.fromEntries(here.saidSince);
}

/** Replaces texts that were formatted once in another language. @returns a function that restores them */
export function substitute(said: { was: string; text: string }[]): () => void {
  const changed: [Node, string][] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const found = said.find(({ was }) => was === node.nodeValue);
    if (!found) continue;
    changed.push([node, found.was]);
    node.nodeValue = found.text;
  }
  return () => {
    for (const [node, was] of changed) node.nodeValue = was;
  };
}

/** Position of each text: the smallest element that shows it or has it as its label. */
export function locate(said: Record<string, string>): Record<string, Box> {
  const plain = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const elements = Array.from(document.querySelectorAll('body :not(script, style)'), (element) => ({
    element,
    text: plain(element.textContent),
    labels: ['aria-label', 'placeholder', 'title', 'alt'].map((name) => plain(element.getAttribute(name))),
    // The page frame may contain the text of another message.
    isAround: element.closest('main, [role=dialog], [role=alertdialog]') === null,
  }));
  const boxOf = (text: string): Box | undefined => {
    const saying = elements.filter((each) => each.text.includes(text));
    const candidates = [
      ...saying.filter(
        ({ element }) => !saying.some((other) => other.element !== element && element.contains(other.element)),
      ),
      ...elements.filter(({ labels }) => labels.includes(text)),
    ].toSorted(
      (one, other) =>
        Number(one.isAround) - Number(other.isAround) || Number(other.text === text) - Number(one.text === text),
    );
    for (const { element } of candidates) {
      const shown = element instanceof HTMLOptionElement ? (element.closest('select') ?? element) : element;
      const { x, y, width, height } = shown.getBoundingClientRect();
      if (width > 0 && height > 0) return { x: x + scrollX, y: y + scrollY, width, height };
    }
    return undefined;
  };
  return Object.fromEntries(
    Object.entries(said).flatMap(([id, text]) => {
      const box = text === '' ? undefined : boxOf(plain(text));
      return box ? [[id, box]] : [];
    }),
  );
}
