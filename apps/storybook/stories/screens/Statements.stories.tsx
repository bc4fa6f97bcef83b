import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { nothing } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Statements', args: { at: '/statements' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const ThreeMonths: Story = {
  play: sees(/6,246\.04/),
};

export const Phone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: sees(/6,246\.04/),
};

export const ThaiPhoneDark: Story = {
  globals: { language: 'th_TH', theme: 'dark', viewport: { value: 'phone' } },
  play: sees(/6,246\.04/),
};

export const Chinese: Story = {
  globals: { language: 'zh_CN' },
  play: sees(/6,246\.04/),
};

export const NothingYet: Story = {
  parameters: { answers: { searchStatements: nothing } },
  play: sees(/No statements yet/),
};

export const OnItsWay: Story = {
  parameters: { answers: { searchStatements: 'never' } },
  play: sees(),
};

export const Unavailable: Story = {
  parameters: { answers: { searchStatements: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/can’t be shown/),
};

/** A month with too many transactions for a PDF. */
export const TooLong: Story = {
  parameters: { answers: { getStatementFile: { fails: 'STATEMENT_TOO_LONG' } } },
  play: async (context) => {
    await sees(/6,246\.04/)(context);
    await userEvent.click(context.canvas.getByRole('button', { name: 'PDF · WUSD, November 2026' }));
    // Found by its text, because a connection lost in another story shows an alert too.
    await expect(await context.canvas.findByText(/too many movements/)).toBeVisible();
  },
};
