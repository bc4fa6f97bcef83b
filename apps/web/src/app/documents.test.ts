import { createMemoryHistory } from '@tanstack/react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { documents } from '../../scripts/documents.ts';
import { loadArea } from '../shared/i18n/catalogues.ts';
import type { RoutePath } from '../shared/routing/route-table.ts';
import { createAppRouter } from './router.tsx';

vi.hoisted(() => Object.assign(globalThis, { location: new URL('https://wallet.example/') }));
vi.mock('../shared/i18n/catalogues.ts', { spy: true });

const { routesByPath } = createAppRouter(createMemoryHistory());

beforeEach(() => {
  vi.mocked(loadArea).mockReset().mockResolvedValue();
});

test.each(documents.filter(({ module, path }) => module !== undefined && path !== '/limits'))(
  'the document of $path lists the message areas that its screen loads',
  async ({ path, areas = [] }) => {
    await routesByPath[path as RoutePath].options.component?.preload?.();
    expect(
      vi
        .mocked(loadArea)
        .mock.calls.map(([area]) => area)
        .toSorted(),
    ).toEqual([...areas].toSorted());
  },
);
