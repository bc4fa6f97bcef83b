import type { Meta, StoryObj } from '@storybook/react-vite';
import { currencies } from '@wusd/api-sdk/domain';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon, type IconName, iconPaths } from '@wusd/ui-kit/Icon';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import type { ReactNode } from 'react';
import recorded from '../../answers/recorded.json' with { type: 'json' };

interface FamilyProps {
  members: readonly { name: string; drawn: ReactNode }[];
}

function Family({ members }: FamilyProps) {
  return (
    <ul style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(8rem, 100%), 1fr))', gap: 24 }}>
      {members.map(({ name, drawn }) => (
        <li key={name} style={{ display: 'grid', justifyItems: 'center', gap: 8, overflowWrap: 'anywhere' }}>
          {drawn}
          {name}
        </li>
      ))}
    </ul>
  );
}

const meta = { title: 'Foundations/Icons', component: Family } satisfies Meta<typeof Family>;
export default meta;
type Story = StoryObj<typeof meta>;

/**
 * Lines of 1.5 px on a grid of 24 with round ends, in the colour of the surrounding text. An icon has a label only if
 * it is alone.
 */
export const Acts: Story = {
  args: {
    members: (Object.keys(iconPaths) as IconName[]).map((name) => ({ name, drawn: <Icon name={name} size={24} /> })),
  },
};
/**
 * Eleven discs of equal size and weight. Always show the code beside an icon, because several currencies can share a
 * sign.
 */
export const Currencies: Story = {
  args: { members: currencies.map((name) => ({ name, drawn: <CurrencyIcon currency={name} size={32} /> })) },
};
/** Ten shapes with different outlines, so that colour-blind customers choose the right network too. */
export const Networks: Story = {
  args: {
    members: recorded.answers.getConfig.networks.map(({ name }) => ({
      name,
      drawn: <NetworkIcon network={name} size={32} />,
    })),
  },
};
