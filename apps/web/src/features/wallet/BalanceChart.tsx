import { formatCompact, formatDateTime, formatDay, formatDayOfYear } from '@wusd/i18n';
import { vars } from '@wusd/ui-kit/tokens';
import { type PointerEvent, useState } from 'react';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { nearest, placesOf, type Point, stepLine, ticksOf } from './chart.ts';

const Figure = styled.figure`
  display: grid;
  gap: ${vars.space2};
  margin: 0;
`;
const Readout = styled.figcaption`
  min-height: 1.125rem;
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
  font-variant-numeric: tabular-nums;

  strong {
    color: ${vars.fg};
    font: ${vars.typeLabel};
    font-variant-numeric: tabular-nums;
  }
`;
const Plot = styled.div`
  position: relative;
  height: 180px;
  margin-inline-end: 44px;
  border-bottom: 1px solid ${vars.borderControl};

  @media (max-width: 575px) {
    height: 140px;
  }
  svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: visible;
  }
  path {
    fill: none;
    stroke: ${vars.accent};
    stroke-width: 2;
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
  }
  path[data-area] {
    fill: ${vars.accentWash};
    stroke: none;
  }
  line {
    stroke: ${vars.border};
    stroke-width: 1;
    vector-effect: non-scaling-stroke;
  }
  line[data-rule] {
    stroke: ${vars.fgMuted};
  }
  /* The range input is invisible: it provides keyboard, touch and screen reader support. */
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: crosshair;
    touch-action: pan-y;
  }
  &:focus-within {
    outline: 2px solid ${vars.focus};
    outline-offset: 4px;
    border-radius: ${vars.radiusChip};
  }
  &:not(:has(:focus-visible)) {
    outline: none;
  }
`;
const Tick = styled.span`
  position: absolute;
  inset-inline-start: calc(100% + ${vars.space3});
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
  font-variant-numeric: tabular-nums;
  translate: 0 -50%;
  white-space: nowrap;
`;
const Dot = styled.span`
  position: absolute;
  width: 10px;
  height: 10px;
  border: 2px solid ${vars.surface};
  border-radius: 50%;
  background: ${vars.accent};
  translate: -50% -50%;
  pointer-events: none;
`;
const Days = styled.div`
  display: flex;
  justify-content: space-between;
  margin-inline-end: 44px;
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
  font-variant-numeric: tabular-nums;
`;

export interface BalanceChartProps {
  points: readonly Point[];
  /** Formats a total. */
  money: (amount: string) => string;
  /** Summary of the chart, shown while no point is selected. */
  summary: string;
  /** Hides the numbers of the scale. */
  isHidden: boolean;
}

/** Totals over time on a scale that begins at zero. Pointer, touch and arrow keys select a point to show its value. */
export function BalanceChart({ points, money, summary, isHidden }: BalanceChartProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const [index, setIndex] = useState<number>();
  if (points.length === 0) return null;
  const places = placesOf(points);
  const line = stepLine(places);
  const ticks = ticksOf(points);
  const [, , top] = ticks;
  const shown = index === undefined ? undefined : points[index];
  const place = index === undefined ? undefined : places[index];
  const last = points.length - 1;
  const words = (point: Point | undefined): string =>
    point ? `${formatDateTime(locale, point.at)} · ${money(point.total)}` : '';
  const follow = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setIndex(nearest(points, Math.min(1, Math.max(0, (clientX - left) / width))));
  };
  return (
    <Figure>
      <Readout>{shown ? <strong>{words(shown)}</strong> : summary}</Readout>
      <Plot onPointerMove={follow} onPointerDown={follow} onPointerLeave={() => setIndex(undefined)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {ticks.slice(1).map((tick) => (
            <line key={tick} x1="0" x2="100" y1={100 - (tick / top) * 100} y2={100 - (tick / top) * 100} />
          ))}
          <path data-area="" d={`${line}V100H0Z`} />
          <path d={line} />
          {place && <line data-rule="" x1={place.x} x2={place.x} y1="0" y2="100" />}
        </svg>
        {place && <Dot style={{ left: `${place.x}%`, top: `${place.y}%` }} />}
        {!isHidden &&
          ticks.map((tick) => (
            <Tick key={tick} aria-hidden style={{ top: `${100 - (tick / top) * 100}%` }}>
              {formatCompact(locale, tick)}
            </Tick>
          ))}
        <input
          type="range"
          min={0}
          max={last}
          value={index ?? last}
          aria-label={t('wallet.chart.label')}
          aria-valuetext={words(points[index ?? last])}
          onChange={({ target }) => setIndex(target.valueAsNumber)}
          onFocus={() => setIndex((known) => known ?? last)}
          onBlur={() => setIndex(undefined)}
        />
      </Plot>
      <Days aria-hidden>
        {[0, Math.floor(last / 2), last].map((each) => (
          <span key={each}>{(each === 0 ? formatDay : formatDayOfYear)(locale, points[each]?.at ?? '')}</span>
        ))}
      </Days>
    </Figure>
  );
}
