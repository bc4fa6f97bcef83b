import { expect, test } from 'vitest';
import { renderInApp } from '../../../testing/render.tsx';
import SecuritySuccess from './security-success.tsx';

test.each([
  ['/result/change-password-success', 'Your password is changed', 'Log in', '/login'],
  ['/result/change-email-success', 'Your email address is changed', 'Back to security setting', '/security-setting'],
])('%s shows the change and a link to the next page', async (at, title, action, href) => {
  const { screen } = await renderInApp(<SecuritySuccess />, { at });
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent(title);
  await expect.element(screen.getByRole('link', { name: action })).toHaveAttribute('href', href);
  expect(document.title).toContain(title);
});
