import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInApp } from '../../../testing/render.tsx';
import { HelpAnswers } from './HelpAnswers.tsx';

test('a question toggles its answer by pointer and by keyboard', async () => {
  const { screen } = await renderInApp(<HelpAnswers questions={['memo', 'network']} />);
  const memo = screen.getByText(/^Where many customers share one address/);
  const network = screen.getByText(/^The network that the other wallet/);
  await expect.element(memo).not.toBeVisible();
  await screen.getByText('What is a memo or destination tag?').click();
  await expect.element(memo).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(network).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(network).not.toBeVisible();
  await expect.element(memo).toBeVisible();
});
