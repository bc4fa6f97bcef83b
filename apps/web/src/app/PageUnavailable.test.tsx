import { ConnectionError } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { renderInApp } from '../../testing/render.tsx';
import { connection } from '../shared/api/connection.ts';
import { toasts } from '../shared/feedback/toasts.ts';
import { PageUnavailable } from './PageUnavailable.tsx';

const unreachable = new ConnectionError('screen', undefined, new Error('fetch failed'));

test('offline, a page says that it opens by itself, and offers no reload that would fail', async () => {
  connection.set('offline');
  const { screen } = await renderInApp(<PageUnavailable error={unreachable} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('This can’t be shown offline');
  expect(screen.getByRole('button').query()).toBeNull();
});

test('a failed request is reported and can be repeated', async () => {
  const { screen } = await renderInApp(<PageUnavailable error={unreachable} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('Request failed');
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(toasts.get()).toHaveLength(1);
});

test('an error of the page itself is not taken for one of the network', async () => {
  connection.set('offline');
  const { screen } = await renderInApp(<PageUnavailable error={new TypeError('x is undefined')} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('This page stopped working');
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(toasts.get()).toHaveLength(0);
});
