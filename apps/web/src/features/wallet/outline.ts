import { compare, subtract } from '@wusd/api-sdk/money';

/**
 * A line through amounts, left to right in a square of a hundred, the highest at its top and the lowest just above its foot. Where they are
 * all the same it is level. A drawing: how high a point is, is no amount any more.
 */
export function outlineOf(amounts: readonly string[]): string {
  const [lowest = '0', highest = '0'] = [amounts.toSorted(compare)[0], amounts.toSorted(compare).at(-1)];
  const range = Number(subtract(highest, lowest));
  const [top, foot] = [6, 92];
  return amounts
    .map((amount, index) => {
      const x = amounts.length < 2 ? 100 : (index * 100) / (amounts.length - 1);
      const share = range === 0 ? 0.5 : Number(subtract(amount, lowest)) / range;
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${(foot - share * (foot - top)).toFixed(2)}`;
    })
    .join(' ');
}
