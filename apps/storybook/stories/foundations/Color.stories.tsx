import type { Meta, StoryObj } from '@storybook/react-vite';
import { type Token, vars } from '@wusd/ui-kit/tokens';
import { useLayoutEffect, useRef, useState } from 'react';
import { expect } from 'storybook/test';
import { contrast } from '../../../../packages/ui-kit/scripts/contrast.ts';

const surfaces: Token[] = [
  'canvas',
  'surface',
  'sunken',
  'raised',
  'accentWash',
  'positiveWash',
  'warningWash',
  'negativeWash',
];
const texts: Partial<Record<Token, Token[]>> = {
  accentWash: ['fg', 'accentFg'],
  positiveWash: ['fg', 'positive'],
  warningWash: ['fg', 'warning'],
  negativeWash: ['fg', 'negative'],
};
const onPlain: Token[] = ['fg', 'fgMuted', 'fgSubtle'];

/** `rgb(16, 21, 28)` as `#10151c`. */
const hex = (color: string): string =>
  `#${[...color.matchAll(/\d+/g)]
    .slice(0, 3)
    .map(([channel]) => Number(channel).toString(16).padStart(2, '0'))
    .join('')}`;

/** A colour pair with its contrast as rendered by the browser. */
function Pair({ text, surface }: { text: Token; surface: Token }) {
  const sample = useRef<HTMLParagraphElement>(null);
  const [ratio, setRatio] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const element = sample.current;
      if (!element?.parentElement) return;
      setRatio(
        contrast(hex(getComputedStyle(element).color), hex(getComputedStyle(element.parentElement).backgroundColor)),
      );
    };
    measure();
    // The toolbar can change the theme.
    const watch = new MutationObserver(measure);
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => watch.disconnect();
  }, []);
  return (
    <p ref={sample} style={{ color: vars[text], display: 'flex', justifyContent: 'space-between', gap: 16 }}>
      <span>
        {text} on {surface}
      </span>
      <span style={{ fontVariantNumeric: 'tabular-nums' }}>{ratio.toFixed(2)} : 1</span>
    </p>
  );
}

/**
 * Allowed pairs of text and surface with their contrast: at least 4.5 to 1 (WCAG 2.2, 1.4.3). The build fails below
 * that.
 */
function Pairs() {
  return (
    <div style={{ display: 'grid', gap: 12, maxWidth: 560 }}>
      {surfaces.map((surface) => (
        <div key={surface} style={{ padding: 16, background: vars[surface], border: `1px solid ${vars.border}` }}>
          {(texts[surface] ?? onPlain).map((text) => (
            <Pair key={text} text={text} surface={surface} />
          ))}
        </div>
      ))}
    </div>
  );
}

const meta = { title: 'Foundations/Colour', component: Pairs } satisfies Meta<typeof Pairs>;
export default meta;

export const Roles: StoryObj<typeof meta> = {
  play: async ({ canvas }) => {
    const shown = canvas.getAllByText(/ : 1$/).map(({ textContent }) => Number.parseFloat(textContent));
    await expect(Math.min(...shown)).toBeGreaterThanOrEqual(4.5);
  },
};
