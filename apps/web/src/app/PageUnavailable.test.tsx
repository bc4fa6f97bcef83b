import { ConnectionError } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { renderInApp } from '../../testing/render.tsx';
import { connection } from '../shared/api/connection.ts';
import { toasts } from '../shared/feedback/toasts.ts';
import { PageUnavailable } from './PageUnavailable.tsx';

const unreachable = new ConnectionError('screen', undefined, new Error('fetch failed'));

test('while offline, a page that could not load offers no reload button', async () => {
  connection.set('offline');
  const { screen } = await renderInApp(<PageUnavailable error={unreachable} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('This can’t be shown offline');
  expect(screen.getByRole('button').query()).toBeNull();
});

test('a failed request shows a toast and a reload button', async () => {
  const { screen } = await renderInApp(<PageUnavailable error={unreachable} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('Request failed');
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(toasts.get()).toHaveLength(1);
});

test('an error in the page is not reported as a network error', async () => {
  connection.set('offline');
  const { screen } = await renderInApp(<PageUnavailable error={new TypeError('x is undefined')} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('This page stopped working');
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(toasts.get()).toHaveLength(0);
});
