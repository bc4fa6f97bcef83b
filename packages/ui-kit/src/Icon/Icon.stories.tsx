import type { Meta, StoryObj } from '@storybook/react-vite';
import { Icon, type IconName, iconPaths } from './index.js';

const meta = { title: 'Components/Icon', component: Icon, args: { name: 'wallet' } } satisfies Meta<typeof Icon>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Named: Story = { args: { label: 'Wallet' } };
export const Family: Story = {
  render: () => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, 120px)', gap: 16 }}>
      {(Object.keys(iconPaths) as IconName[]).map((name) => (
        <span key={name} style={{ display: 'grid', justifyItems: 'center' }}>
          <Icon name={name} />
          {name}
        </span>
      ))}
    </div>
  ),
};
