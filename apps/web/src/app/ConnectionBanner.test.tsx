import { ConnectionError } from '@wusd/api-sdk/core';
import { http, HttpResponse } from 'msw/http';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { exampleOf, fail, succeed } from '../../testing/contract.ts';
import { renderInApp } from '../../testing/render.tsx';
import { server } from '../../testing/server.ts';
import { askServer } from '../shared/api/client.ts';
import { checkServer, connection, followConnection, shownAsOf } from '../shared/api/connection.ts';
import { reportFailure } from '../shared/feedback/failures.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';

const url = '*/api/config';
beforeEach(() => followConnection(askServer));
const lost = new ConnectionError('listWalletAccounts', undefined, new Error('fetch failed'));

test('the banner shows an unreachable server and the time of the data on screen until it answers', async () => {
  server.answer(http.get(url, () => HttpResponse.error()));
  const { screen } = await renderInApp(<ConnectionBanner />);
  expect(screen.getByRole('status').element().textContent).toBe('');
  reportFailure(lost);
  await expect.element(screen.getByRole('status')).toMatchTextContent(/^Our server does not answer right now\./);
  shownAsOf.set(new Date('2026-11-26T05:00:00Z'));
  await expect.element(screen.getByRole('status')).toMatchTextContent(/What you see is from Nov 26, 2026, 13:00/);

  server.answer(http.get(url, () => succeed('getConfig', exampleOf('getConfig'))));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('status')).toMatchTextContent('');
  expect(connection.get()).toBe('online');
});

test('a single failed call does not mark the server as unreachable', async () => {
  server.answer(http.get(url, () => succeed('getConfig', exampleOf('getConfig'))));
  reportFailure(lost);
  await checkServer();
  expect(connection.get()).toBe('online');
});

test('a SERVICE_UNAVAILABLE response marks the server as unreachable', async () => {
  server.answer(http.get(url, () => fail('SERVICE_UNAVAILABLE', 503)));
  await checkServer();
  expect(connection.get()).toBe('unreachable');
});

test('an unreachable server is checked again after 5 seconds, then after 10, with jitter', async () => {
  const ask = vi.fn(() => Promise.reject(lost));
  followConnection(ask);
  await renderInApp(<ConnectionBanner />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => void vi.restoreAllMocks());
  const hasTimer = () => expect.poll(() => vi.getTimerCount()).toBe(1);
  connection.set('unreachable');
  await hasTimer();
  await vi.advanceTimersByTimeAsync(4000);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledOnce();
  await hasTimer();
  await vi.advanceTimersByTimeAsync(9000);
  expect(ask).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(2);
});
