import { expect, test } from 'vitest';
import { renderInApp, signIn } from '../../../testing/render.tsx';
import { sent } from '../../features/feedback/feedback.ts';
import FeedbackSuccess from './feedback-success.tsx';

test('shows the reference, masks the address, and offers each attachment', async () => {
  signIn();
  sent.set({ reference: 'FB-1234', email: 'lina@demo.example', files: 2 });
  const { screen } = await renderInApp(<FeedbackSuccess />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, we have it');
  await expect.element(screen.getByText('FB-1234')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Copy the reference' })).toBeVisible();
  await expect.element(screen.getByText(/^To add something, write to .* and quote the reference\.$/)).toBeVisible();
  expect(screen.getByText('lina@demo.example').query()).toBeNull();
  expect(screen.getByRole('button', { name: /^Attachment \d as we keep it$/ }).elements()).toHaveLength(2);
});

test('after a reload, the page still confirms the message, without its reference', async () => {
  const { screen } = await renderInApp(<FeedbackSuccess />);
  await expect.element(screen.getByText('Your message has arrived. We answer by email.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Send another' })).toHaveAttribute('href', '/feedback');
});
