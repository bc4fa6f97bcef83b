import type { Meta, StoryObj } from '@storybook/react-vite';
import { Verification } from '@wusd/web/features/verification/Verification.tsx';
import { RefusedError } from '@wusd/web/features/verification/verification.machine.ts';
import { expect, fn, waitFor } from 'storybook/test';
import { inColumn } from './column.tsx';

const meta = {
  title: 'Patterns/Verification',
  decorators: [inColumn],
  component: Verification,
  args: {
    groups: [
      [
        { checkType: 1, masked: '•••• 4567' },
        { checkType: 2, masked: 'mi***e@example.com' },
        { checkType: 3, masked: '' },
      ],
    ],
    send: async () => ({ resendAt: 60_000 }),
    submit: fn(async () => {}),
    serverNow: () => 0,
    onDone: fn(),
    startAgain: <a href="#login">Start again</a>,
  },
} satisfies Meta<typeof Verification>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A code was sent to the first channel, and the customer chooses another. */
export const Choosing: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: /Email/ }));
    await expect(canvas.getByRole('button', { name: 'Send code' })).toBeEnabled();
  },
};
export const ThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };
export const ChinesePhone: Story = { globals: { language: 'zh_CN', viewport: { value: 'phone' } } };

export const Sent: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await expect(await canvas.findByRole('button', { name: 'New code in 60 s' })).toBeDisabled();
    await userEvent.type(canvas.getByLabelText('Verification code'), '123456');
    await expect(args.submit).toHaveBeenCalledWith([{ checkType: 1, code: '123456' }]);
    await expect(args.onDone).toHaveBeenCalledOnce();
  },
};

export const Refused: Story = {
  args: {
    submit: fn(() =>
      Promise.reject(new RefusedError({ kind: 'again', message: 'Incorrect Verification code. 4 tries left.' })),
    ),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: /Authenticator/ }));
    await userEvent.type(canvas.getByLabelText('Verification code'), '000000');
    await expect(await canvas.findByText('Incorrect Verification code. 4 tries left.')).toBeVisible();
    await expect(canvas.getByLabelText('Verification code')).toHaveValue('000000');
  },
};

export const Locked: Story = {
  args: {
    send: () =>
      Promise.reject(new RefusedError({ kind: 'over', message: 'Too many incorrect codes. Please start again.' })),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Too many incorrect codes');
    await expect(canvas.getByRole('link', { name: 'Start again' })).toBeVisible();
  },
};

const stranger = [
  [
    { checkType: 1, masked: '' },
    { checkType: 3, masked: '' },
  ],
  [{ checkType: 2, masked: '' }],
] as const;

export const TwoSteps: Story = {
  args: { groups: stranger },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('radio', { name: /Authenticator/ }));
    await userEvent.type(canvas.getByLabelText('Verification code'), '111111');
    await expect(await canvas.findByText('Step 2 of 2')).toBeVisible();
    await waitFor(() => expect(canvas.getByLabelText('Verification code')).toHaveFocus());
    await userEvent.type(await canvas.findByLabelText('Verification code'), '222222');
    await expect(args.submit).toHaveBeenCalledWith([
      { checkType: 3, code: '111111' },
      { checkType: 2, code: '222222' },
    ]);
  },
};
export const TwoStepsThaiPhone: Story = {
  args: { groups: stranger },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
};

export const RecoveryCode: Story = {
  args: { groups: stranger },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: /Authenticator/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Use a recovery code instead' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await expect(canvas.getByText('Recovery code is required')).toBeVisible();
    await userEvent.type(canvas.getByLabelText('Recovery code'), '7H4K-2MPQ');
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await expect(await canvas.findByText('Step 2 of 2')).toBeVisible();
  },
};
