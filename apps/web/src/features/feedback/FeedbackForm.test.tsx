import { http } from 'msw/http';
import { beforeEach, expect, test, vi } from 'vitest';
import { exampleOf, fail, succeed } from '../../../testing/contract.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { server } from '../../../testing/server.ts';
import { draft } from './draft.ts';
import { FeedbackForm } from './FeedbackForm.tsx';
import type { Sent } from './feedback.ts';

const url = '*/api/feedback';
beforeEach(() => draft.set({ owner: undefined, text: '', email: '' }));

async function renderForm(accountEmail?: string) {
  const onSent = vi.fn<(sent: Sent) => void>();
  const { screen } = await renderInApp(
    <FeedbackForm rules={exampleOf('getConfig').upload} accountEmail={accountEmail} onSent={onSent} />,
  );
  return {
    onSent,
    screen,
    message: screen.getByLabelText('Your message'),
    email: screen.getByLabelText('Email'),
    send: screen.getByRole('button', { name: 'Send' }),
  };
}

test('an empty form shows an error and moves the focus to the message', async () => {
  const { message, send, onSent } = await renderForm();
  await send.click();
  await expect.element(message).toHaveFocus();
  await expect.element(message).toHaveAccessibleDescription('Your message is required');
  expect(onSent).not.toHaveBeenCalled();
});

test('a visitor must enter an email address', async () => {
  const { message, email, send, onSent } = await renderForm();
  await message.fill('Please add Optimism.');
  await send.click();
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  expect(onSent).not.toHaveBeenCalled();
});

test('a submission sends the message and address, and returns the reference', async () => {
  const bodies: FormData[] = [];
  server.answer(
    http.post(url, async ({ request }) => {
      bodies.push(await request.formData());
      return succeed('sendFeedback', { supportReference: 'FB-1234' });
    }),
  );
  const { message, email, send, onSent } = await renderForm();
  await message.fill('  Please add Optimism. ');
  await email.fill('mei@example.com');
  await send.click();
  await vi.waitFor(() =>
    expect(onSent).toHaveBeenCalledExactlyOnceWith({ reference: 'FB-1234', email: 'mei@example.com', files: 0 }),
  );
  expect(bodies.map((body) => [body.get('text'), body.get('email')])).toEqual([
    ['Please add Optimism.', 'mei@example.com'],
  ]);
});

test('a customer sees the masked email address of the account instead of an address field', async () => {
  const { screen, email } = await renderForm('lina@demo.example');
  await expect.element(screen.getByText(/^We answer to /)).not.toMatchTextContent('lina@demo.example');
  expect(email.query()).toBeNull();
});

test('a rejected message stays in the form, with the reason', async () => {
  server.answer(http.post(url, () => fail('TOO_MANY_REQUESTS', 429)));
  const { screen, message, send, onSent } = await renderForm('lina@demo.example');
  await message.fill('Please add Optimism.');
  await send.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('A sentence for the customer.');
  await expect.element(message).toHaveValue('Please add Optimism.');
  expect(onSent).not.toHaveBeenCalled();
});
