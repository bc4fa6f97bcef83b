import type { Meta, StoryObj } from '@storybook/react-vite';
import { CurrencyIcon } from './index.js';

const meta = { title: 'Components/CurrencyIcon', component: CurrencyIcon, args: { currency: 'WUSD' } } satisfies Meta<
  typeof CurrencyIcon
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Family: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
      {['USDT', 'USDC', 'USD', 'THB', 'WUSD', 'SGD', 'AUD', 'JPY', 'HKD', 'GBP', 'EUR'].map((currency) => (
        <CurrencyIcon key={currency} currency={currency} />
      ))}
    </div>
  ),
};
