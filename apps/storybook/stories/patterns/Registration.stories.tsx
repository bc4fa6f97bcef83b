import type { Meta, StoryObj } from '@storybook/react-vite';
import { DetailsForm } from '@wusd/web/features/identity/DetailsForm.tsx';
import { fromDraft } from '@wusd/web/features/identity/schema.ts';
import { expect, fn, screen, waitFor } from 'storybook/test';
import { inColumn } from './column.tsx';

const meta = {
  title: 'Patterns/Registration',
  decorators: [inColumn],
  component: DetailsForm,
  args: { initial: fromDraft(undefined, 'individual'), isBusy: false, error: undefined, onType: fn(), onDetails: fn() },
} satisfies Meta<typeof DetailsForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Individual: Story = {};
export const CorporateThaiPhone: Story = {
  args: { initial: fromDraft(undefined, 'corporate') },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
};
export const CorporateChinesePhone: Story = {
  args: { initial: fromDraft(undefined, 'corporate') },
  globals: { language: 'zh_CN', viewport: { value: 'phone' } },
};

/** All missing fields are reported together, and the first one receives focus. */
export const Missing: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(await canvas.findByText('Full name is required')).toBeVisible();
    await expect(canvas.getByLabelText('Full name')).toHaveFocus();
    await expect(canvas.getByLabelText('Nationality')).toHaveAccessibleDescription('Nationality is required');
    await expect(args.onDetails).not.toHaveBeenCalled();
  },
};

/** A number without a country code belongs to the customer's country of residence. */
export const Whole = {
  args: {
    initial: {
      phoneNumber: '8123 4567',
      identity: {
        fullName: 'Mei Tan',
        gender: 'female',
        nationality: 'SG',
        residence: 'SG',
        idType: 'passport',
        idNumber: 'K1234567A',
        residentialAddress: { addressLine: '1 Raffles Place', city: 'Singapore', postalCode: '048616' },
      },
    },
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(args.onDetails).toHaveBeenCalledOnce();
    await expect(args.onDetails).toHaveBeenCalledWith(expect.objectContaining({ phoneNumber: '+6581234567' }));
  },
} satisfies Story;

/**
 * A country is found by its name in any language, and stays after leaving the field. A phone number selects its country
 * by its code.
 */
export const CountryAndPhone: Story = {
  args: { initial: { ...Whole.args.initial, phoneNumber: '' } },
  play: async ({ canvas, userEvent, args }) => {
    const nationality = canvas.getByRole('combobox', { name: 'Nationality' });
    await userEvent.click(nationality);
    await userEvent.type(await screen.findByRole('searchbox'), '泰国{Enter}');
    await waitFor(() => expect(nationality).toHaveFocus());
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByLabelText('Phone number')).toHaveFocus();
    await userEvent.keyboard('+66812345678');
    await expect(canvas.getByRole('combobox', { name: 'Country code' })).toHaveTextContent('TH +66');
    await userEvent.tab();
    await expect(canvas.getByLabelText('Phone number')).toHaveValue('081 234 5678');
    await expect(nationality).toHaveTextContent('Thailand');
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(args.onDetails).toHaveBeenCalledWith(
      expect.objectContaining({
        phoneNumber: '+66812345678',
        identity: expect.objectContaining({ nationality: 'TH' }),
      }),
    );
  },
};
