import { useQueries, type UseQueryOptions } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { HistoryEntry } from '@wusd/api-sdk/core';
import { formatDay } from '@wusd/i18n';
import { List } from '@wusd/ui-kit/List';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { type HistoryPage, pageSize } from './queries.ts';

const Wait = styled.div`
  padding: ${vars.space5} ${vars.space4};
`;
/** Heading above the first row of a day. */
const Day = styled.p`
  padding: ${vars.space5} ${vars.space4} ${vars.space2};
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;
const rowHeight = 73;
/** Number of rows rendered above and below the visible ones. */
const overscan = 8;

export interface HistoryListProps {
  /** Query options of a page by its cursor; empty for the first. */
  pageOf: (cursor: string) => UseQueryOptions<HistoryPage>;
  onOpen: (entry: HistoryEntry) => void;
}

/**
 * A virtualized list: it renders only the rows near the viewport, and keeps only their pages in memory. The cursor of a
 * page is known once the previous page has loaded; later jumps use that cursor directly.
 */
export function HistoryList({ pageOf, onOpen }: HistoryListProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  /** Cursors of the known pages, and the number of entries once it is known. */
  const [known, setKnown] = useState<{ cursors: readonly string[]; count?: number }>({ cursors: [''] });
  const count = known.count ?? known.cursors.length * pageSize;

  // oxlint-disable-next-line react/incompatible-library -- its results are read here and passed to no memoized code
  const rows = useWindowVirtualizer({ count, estimateSize: () => rowHeight, overscan, scrollMargin: top });
  const shown = rows.getVirtualItems();
  const [first, last] = [pageAt(shown[0]?.index ?? 0), pageAt(shown.at(-1)?.index ?? 0)];
  const cursors = known.cursors.slice(first, last + 1);
  const pages = useQueries({ queries: cursors.map(pageOf) });
  const failed = pages.find(({ isError }) => isError);
  const entryAt = (index: number): HistoryEntry | undefined =>
    index < 0 ? undefined : pages[pageAt(index) - first]?.data?.items[index % pageSize];

  // If the end of a page changes, the cursors after it are discarded and determined again.
  const ends = pages.map(({ data }) => data && { size: data.items.length, next: data.nextCursor });
  const learn = useEffectEvent(() => {
    for (const [index, end] of ends.entries()) {
      const number = first + index;
      if (!end) continue;
      if (end.next === null)
        setKnown({ cursors: known.cursors.slice(0, number + 1), count: number * pageSize + end.size });
      else if (known.cursors[number + 1] !== end.next)
        setKnown({ cursors: [...known.cursors.slice(0, number + 1), end.next] });
      else continue;
      return;
    }
  });
  const learnt = JSON.stringify([first, ends]);
  useEffect(() => learn(), [learnt]);

  return (
    <>
      <List ref={list} label={t('history.title')} placedHeight={rows.getTotalSize()}>
        {shown.map(({ index, key, start }) => {
          const entry = entryAt(index);
          const day = entry && formatDay(locale, entry.createTime);
          const before = entryAt(index - 1);
          const isFirstOfDay = day !== undefined && (!before || formatDay(locale, before.createTime) !== day);
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={known.count ?? -1}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {isFirstOfDay && <Day>{day}</Day>}
              {entry ? (
                <HistoryRow entry={entry} onOpen={onOpen} isBelowDay />
              ) : (
                <Wait>
                  <Skeleton width="100%" height="32px" />
                </Wait>
              )}
            </li>
          );
        })}
      </List>
      {failed && <Unavailable query={failed}>{t('history.moreFailed')}</Unavailable>}
    </>
  );
}

const pageAt = (index: number): number => Math.floor(index / pageSize);
