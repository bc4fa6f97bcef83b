import type { Meta, StoryObj } from '@storybook/react-vite';
import { NetworkIcon } from './index.js';

const meta = { title: 'Components/NetworkIcon', component: NetworkIcon, args: { network: 'Ethereum' } } satisfies Meta<
  typeof NetworkIcon
>;
export default meta;
type Story = StoryObj<typeof meta>;

const networks = [
  'Ethereum',
  'Polygon',
  'Viction',
  'Arbitrum One',
  'Base',
  'BNB Chain',
  'Avalanche',
  'Tron',
  'Solana',
  'Stellar',
];

export const Default: Story = {};
export const Family: Story = {
  render: ({ size }) => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
      {networks.map((network) => (
        <NetworkIcon key={network} network={network} size={size} />
      ))}
    </div>
  ),
};
/** The smallest size in use, beside the network's name. */
export const Small: Story = { args: { size: 20 }, render: Family.render };
/** A network without a shape. */
export const Unknown: Story = { args: { network: 'Optimism' } };
