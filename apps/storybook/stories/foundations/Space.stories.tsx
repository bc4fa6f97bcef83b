import type { Meta, StoryObj } from '@storybook/react-vite';
import { type Token, vars } from '@wusd/ui-kit/tokens';

const tokensOf = (prefix: string): Token[] =>
  (Object.keys(vars) as Token[]).filter((token) => token.startsWith(prefix));

/** Distances, from related elements (2 px) to unrelated ones (64 px). */
function Distances() {
  return (
    <dl style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '8px 24px', alignItems: 'center' }}>
      {tokensOf('space').map((token) => (
        <div key={token} style={{ display: 'contents' }}>
          <dt>{token}</dt>
          <dd style={{ width: vars[token], height: 16, background: vars.accent }} />
        </div>
      ))}
    </dl>
  );
}

/** Corner radii: larger elements have larger radii. */
function Corners() {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 24 }}>
      {tokensOf('radius').map((token) => (
        <div
          key={token}
          style={{
            display: 'grid',
            placeItems: 'center',
            width: 144,
            height: 96,
            border: `1px solid ${vars.borderControl}`,
            borderRadius: vars[token],
          }}
        >
          {token}
        </div>
      ))}
    </div>
  );
}

const meta = { title: 'Foundations/Space', component: Distances } satisfies Meta<typeof Distances>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Scale: Story = {};
export const Radius: Story = { render: () => <Corners /> };
