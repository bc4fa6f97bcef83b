import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { outlineOf } from './outline.ts';

const Chart = styled.figure`
  display: grid;
  gap: ${vars.space2};
  margin: 0;

  svg {
    width: 100%;
    height: 96px;
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
  figcaption {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
    font-variant-numeric: tabular-nums;
  }
`;

/** A line chart of totals over time, with a description in words. */
export function Course({ points, label }: { points: readonly { at: string; total: string }[]; label: string }) {
  if (points.length === 0) return null;
  const line = outlineOf(points.map(({ total }) => total));
  return (
    <Chart>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <path data-area="" d={`${line} L100 100 L0 100 Z`} />
        <path d={line} />
      </svg>
      <figcaption>{label}</figcaption>
    </Chart>
  );
}
