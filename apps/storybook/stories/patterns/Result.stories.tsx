import type { Meta, StoryObj } from '@storybook/react-vite';
import { ofScreens, type Screen, sees } from '../screens/Screen.tsx';

const meta = { ...ofScreens, title: 'Patterns/Result', args: { at: '/result/feedback-success' } } satisfies Meta<
  typeof Screen
>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Shows the outcome, the next step and a link to continue. */
export const Done: Story = { play: sees() };
export const ThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(),
};
/** Lists each further step. */
export const WithNextSteps: Story = {
  args: { at: '/result/register-success' },
  parameters: { isSignedIn: false },
  play: sees(),
};
