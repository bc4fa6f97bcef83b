import { createHash } from 'node:crypto';

/** Seed of every drawn schedule of faults. `FAULT_SEED=<n>` draws the schedule of an earlier run again. */
export const faultSeed = Number(process.env['FAULT_SEED'] ?? 20_261_123);

/** Numbers that follow from a seed and a label: the same for the same, in whatever order they are drawn. */
export function createDraws(seed: number): (label: string, below: number) => number {
  return (label, below) => createHash('sha256').update(`${seed}/${label}`).digest().readUIntBE(0, 6) % below;
}
