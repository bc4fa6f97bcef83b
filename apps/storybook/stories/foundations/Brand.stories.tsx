import type { Meta, StoryObj } from '@storybook/react-vite';
import { currencies, Network, networkNames } from '@wusd/api-sdk/domain';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Logo } from '@wusd/ui-kit/Logo';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import { type Token, vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';

/** The logo: a coin balanced on a line, the peg. It is legible from 16 px. */
function Mark() {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 32 }}>
      {[16, 24, 28, 48, 96].map((size) => (
        <Logo key={size} size={size} />
      ))}
      <Logo wordmark="WUSD Wallet" />
    </div>
  );
}

/** Icons with names, at the size of a list. */
function Marks({ of: marks }: { of: readonly (readonly [name: string, icon: ReactNode])[] }) {
  return (
    <ul style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))', gap: 24 }}>
      {marks.map(([name, icon]) => (
        <li key={name} style={{ display: 'grid', justifyItems: 'center', gap: 8, textAlign: 'center' }}>
          {icon}
          {name}
        </li>
      ))}
    </ul>
  );
}

const shadows: Token[] = ['shadowCard', 'shadowPopover', 'shadowDialog'];

const meta = { title: 'Foundations/Brand', component: Mark } satisfies Meta<typeof Mark>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

/** A flag for fiat, a coin for stablecoins. Shapes distinguish them without colour. */
export const Currencies: Story = {
  render: () => (
    <Marks
      of={currencies.map((currency) => [currency, <CurrencyIcon key={currency} currency={currency} size={40} />])}
    />
  ),
};

/** The network's colour with a shape that resembles its logo but does not copy it. */
export const Networks: Story = {
  render: () => (
    <Marks
      of={Object.values(Network).map((id) => [
        networkNames[id],
        <NetworkIcon key={id} network={networkNames[id]} size={40} />,
      ])}
    />
  ),
};

/** Elevation by tint and one soft shadow: surfaces on the page, above the page, and the backdrop. */
export const Elevation: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 32, padding: 24, background: vars.canvas }}>
      {shadows.map((token) => (
        <div
          key={token}
          style={{
            display: 'grid',
            placeItems: 'center',
            width: 176,
            height: 112,
            borderRadius: vars.radiusCard,
            background: vars.surface,
            boxShadow: vars[token],
          }}
        >
          {token}
        </div>
      ))}
    </div>
  ),
};
