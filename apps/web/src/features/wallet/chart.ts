/** A point of a chart. The total is a decimal string; only its position on the chart is a number. */
export interface Point {
  at: string;
  total: string;
}

/** The smallest round number at or above a value whose half is round too; 1 if the value is not above zero. */
export function roundTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}

/** Values of the grid lines. The scale always begins at zero, so that height is proportional to money. */
export function ticksOf(points: readonly Point[]): [number, number, number] {
  const top = roundTop(Math.max(0, ...points.map(({ total }) => Number(total))));
  return [0, top / 2, top];
}

/** Positions of the points in a square of 100 by 100: time from left to right, money from the bottom up. */
export function placesOf(points: readonly Point[]): { x: number; y: number }[] {
  const [, , top] = ticksOf(points);
  const times = points.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return points.map(({ total }, index) => ({
    x: last === first ? 100 : (((times[index] ?? 0) - first) / (last - first)) * 100,
    y: 100 - (Math.max(0, Number(total)) / top) * 100,
  }));
}

/** SVG path of a stepped line, because a balance stays constant until it changes. */
export function stepLine(places: readonly { x: number; y: number }[]): string {
  return places
    .map(({ x, y }, index) => (index === 0 ? `M${x.toFixed(2)} ${y.toFixed(2)}` : `H${x.toFixed(2)}V${y.toFixed(2)}`))
    .join('');
}

/** Index of the point nearest in time. @param share 0 at the left edge of the chart, 1 at the right edge */
export function nearest(points: readonly Point[], share: number): number {
  const places = placesOf(points).map(({ x }) => Math.abs(x - share * 100));
  return places.indexOf(Math.min(...places));
}
