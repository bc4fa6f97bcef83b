import { createHash } from 'node:crypto';

/** Seed of all random fault schedules. `FAULT_SEED=<n>` repeats the schedule of an earlier run. */
export const faultSeed = Number(process.env['FAULT_SEED'] ?? 20_261_123);

/** Creates a generator of numbers from a seed and a label. They do not depend on the order of calls. */
export function createDraws(seed: number): (label: string, below: number) => number {
  return (label, below) => createHash('sha256').update(`${seed}/${label}`).digest().readUIntBE(0, 6) % below;
}
