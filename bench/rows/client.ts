// Runs in the page: four hundred rows of the kit, and the same elements under the same rules without anything that makes them at run time.
import { Chip } from '@wusd/ui-kit/Chip';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { List, ListRow } from '@wusd/ui-kit/List';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const rows = 400;
// oxlint-disable-next-line react/no-children-prop -- without JSX, its type wants them there
const status = createElement(Chip, { tone: 'positive', icon: 'check', children: 'Completed' });
const nothing = (): void => {};

const ours = (index: number, round: number): ReactElement =>
  createElement(ListRow, {
    key: index,
    leading: createElement(CurrencyIcon, { currency: 'USDC' }),
    title: 'Deposit · Polygon',
    note: 'Nov 20, 2026, 09:44',
    amount: `+${index},${round} USDC`,
    status,
    onPress: nothing,
  });

type Template = (amount: string) => ReactNode;

/** Renders the element as static markup with a variable amount, without work at run time. */
function templateOf(element: Element): Template {
  const type = element.tagName.toLowerCase();
  const attributes = Object.fromEntries(
    Array.from(element.attributes, ({ name, value }) => [name === 'class' ? 'className' : name, value]),
  );
  const children = Array.from(element.childNodes, (child): Template => {
    if (child instanceof Element) return templateOf(child);
    const text = child.textContent;
    return text?.startsWith('+') ? (amount) => amount : () => text;
  });
  return (amount) => createElement(type, attributes, ...children.map((child) => child(amount)));
}

const host = document.querySelector('main') as HTMLElement;
let template: Template = () => null;
const Plain = ({ amount }: { amount: string }): ReactNode => template(amount);
const plain = (index: number, round: number): ReactElement =>
  createElement('li', { key: index }, createElement(Plain, { amount: `+${index},${round} USDC` }));
/** The container of the rows: the kit's, and the same element with the kit's class name. */
const lists = {
  ours: (children: ReactNode): ReactElement => createElement(List, null, children),
  plain: (children: ReactNode): ReactElement => createElement('ul', { className }, children),
};
let className = '';

/** Milliseconds of script, style and layout until all of it stands. */
function timed(act: () => void): number {
  const begun = performance.now();
  act();
  void host.offsetHeight;
  return performance.now() - begun;
}

function measure(whose: 'ours' | 'plain', round: number): Record<string, number> {
  const [list, row] = [lists[whose], whose === 'ours' ? ours : plain];
  const root = createRoot(host);
  const draw = (of: number): void =>
    flushSync(() => root.render(list(Array.from({ length: rows }, (_, index) => row(index, of)))));
  const mount = timed(() => draw(round));
  const render = timed(() => draw(round + 1));
  const theme = timed(() => {
    const { dataset } = document.documentElement;
    dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
  });
  flushSync(() => root.unmount());
  return { mount, 're-render': render, 'theme switch': theme };
}

Object.assign(globalThis, {
  prepare(): void {
    const root = createRoot(host);
    flushSync(() => root.render(lists.ours(ours(0, 0))));
    className = host.querySelector('ul')?.className ?? '';
    template = templateOf(host.querySelector('button') as Element);
    flushSync(() => root.unmount());
  },
  round: (number: number) => ({ ours: measure('ours', number), plain: measure('plain', number) }),
});
