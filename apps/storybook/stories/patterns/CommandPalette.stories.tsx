import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent } from 'storybook/test';
import { ofScreens, type Screen, sees } from '../screens/Screen.tsx';

const meta = { ...ofScreens, title: 'Patterns/Command palette', args: { at: '/limits' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Finds pages, actions and recipients by words of their names. Ctrl+K opens it too. */
export const Open: Story = {
  play: async ({ canvas, parameters }) => {
    await sees()({ canvas, parameters });
    await userEvent.click(canvas.getByRole('button', { name: 'Search' }));
    const field = await screen.findByLabelText('Pages, actions, recipients, references');
    await userEvent.type(field, 'deposit');
    await expect(await screen.findByRole('button', { name: 'Deposit crypto' })).toBeVisible();
  },
};
