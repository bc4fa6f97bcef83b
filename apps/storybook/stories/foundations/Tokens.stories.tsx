import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '@wusd/ui-kit/Button';
import { type Token, vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useLayoutEffect, useState } from 'react';
import { expect, fn } from 'storybook/test';

const tokens = Object.keys(vars) as Token[];

/** `var(--wusd-accent)` as `--wusd-accent`. */
const nameOf = (token: Token): string => vars[token].slice('var('.length, -1);

/** Values of all tokens in the theme of this page. */
function useValues(): Partial<Record<Token, string>> {
  const [values, setValues] = useState<Partial<Record<Token, string>>>({});
  useLayoutEffect(() => {
    const read = (): void => {
      const style = getComputedStyle(document.documentElement);
      setValues(Object.fromEntries(tokens.map((token) => [token, style.getPropertyValue(nameOf(token)).trim()])));
    };
    read();
    // The toolbar can change the theme.
    const watch = new MutationObserver(read);
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => watch.disconnect();
  }, []);
  return values;
}

/**
 * Every token with its value in the chosen theme. A press copies the value, or the CSS variable that works in both
 * themes.
 */
function Tokens({ onCopy }: { onCopy: (text: string) => Promise<void> }) {
  const values = useValues();
  const [copied, setCopied] = useState('');
  const copy = async (text: string): Promise<void> => {
    await onCopy(text);
    setCopied(text);
  };
  return (
    <>
      <VisuallyHidden role="status">{copied && `Copied ${copied}`}</VisuallyHidden>
      <dl style={{ display: 'grid', gap: 12, margin: 0 }}>
        {tokens.map((token) => (
          <div key={token} style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>
            <dt style={{ flex: '1 0 140px' }}>{token}</dt>
            {[values[token] ?? '', vars[token]].filter(Boolean).map((text) => (
              <dd key={text} style={{ margin: 0, maxWidth: '100%' }}>
                <Button variant="secondary" isDense onClick={() => void copy(text)}>
                  Copy <code style={{ overflowWrap: 'anywhere' }}>{text}</code>
                </Button>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}

const meta = {
  title: 'Foundations/Tokens',
  component: Tokens,
  args: { onCopy: (text) => navigator.clipboard.writeText(text) },
} satisfies Meta<typeof Tokens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const All: Story = {};

/** A press copies the value and confirms it. */
export const Copied: Story = {
  args: { onCopy: fn(() => Promise.resolve()) },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Copy var(--wusd-accent)' }));
    await expect(args.onCopy).toHaveBeenCalledWith('var(--wusd-accent)');
    await expect(canvas.getByRole('status')).toHaveTextContent('Copied var(--wusd-accent)');
  },
};
