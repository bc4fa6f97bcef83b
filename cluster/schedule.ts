import { createDraws } from '@wusd/api/testing/seeded';

/** Faults that a schedule can inject. */
export const faults = [
  'primary loses power',
  'primary is unplugged',
  'primary is frozen',
  'synchronous replica loses power',
  'synchronous replica is unplugged',
  'etcd leader is killed',
  'proxy is killed',
  'API node is killed',
  'API node is unplugged',
] as const;
export type Fault = (typeof faults)[number];

/**
 * Schedules of a few faults each. Every fault comes up before one comes again, in an order that the seed decides, so that a handful of
 * schedules has all of them.
 */
export function drawSchedules(seed: number, count: number, faultsEach: number): Fault[][] {
  const draw = createDraws(seed);
  const drawn: Fault[] = [];
  for (let round = 0; drawn.length < count * faultsEach; round += 1) {
    const left = [...faults];
    while (left.length > 0) drawn.push(...left.splice(draw(`round ${round}, ${left.length} left`, left.length), 1));
  }
  return Array.from({ length: count }, (_, index) => drawn.slice(index * faultsEach, (index + 1) * faultsEach));
}
