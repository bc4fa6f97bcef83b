import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { Chip } from '../Chip/index.js';
import { CurrencyIcon } from '../CurrencyIcon/index.js';
import { ListRow } from './index.js';

const done = (
  <Chip tone="positive" icon="check">
    Completed
  </Chip>
);
const meta = {
  title: 'Components/ListRow',
  component: ListRow,
  args: {
    leading: <CurrencyIcon currency="USDC" />,
    title: 'Deposit · Polygon',
    note: 'Nov 20, 2026, 09:44',
    amount: '+2,620.80 USDC',
    status: done,
    onPress: fn(),
  },
} satisfies Meta<typeof ListRow>;
export default meta;
type Story = StoryObj<typeof meta>;

/** All of it can be pressed, and is one button by its words. */
export const Movement: Story = {
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Deposit · Polygon.*2,620\.80 USDC.*Completed$/ }));
    await expect(args.onPress).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Enter}');
    await expect(args.onPress).toHaveBeenCalledTimes(2);
  },
};
export const Swap: Story = { args: { title: 'Swap', amount: '2,237.65 WUSD', amountNote: '−2,241.47 USDC' } };
/** Without an icon and with nothing at its end but how far it is. */
export const Plain: Story = { args: { leading: undefined, amount: undefined, title: '250.00 WUSD' } };
/** Where it is narrow, how far it is stands below. */
export const Narrow: Story = { globals: { viewport: { value: 'narrow' } } };
export const LongThai: Story = {
  args: {
    title: 'การแลกอัตโนมัติเป็นดอลลาร์สหรัฐและจ่ายเข้าบัญชีธนาคารเริ่มต้น',
    note: '20 พ.ย. 2026 09:44',
  },
};
