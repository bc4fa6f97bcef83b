import type { VerificationCase } from '@wusd/api-sdk/core';

export const stages = ['details', 'documents', 'checking', 'verified'] as const;
export type Stage = (typeof stages)[number];

type Case = Pick<VerificationCase, 'status' | 'nextActor' | 'requirements' | 'persons' | 'limits'>;

/** The current stage of a verification. Registration collects the details, so documents come next. */
export function stageOf({ status, nextActor }: Pick<Case, 'status' | 'nextActor'>): Stage {
  if (status === 'verified') return 'verified';
  return nextActor === 'Operations' ? 'checking' : 'documents';
}

/** The customer's next action; `wait` while the operators check. */
export function todoOf({ nextActor, requirements, persons, limits }: Case): 'upload' | 'correct' | 'submit' | 'wait' {
  if (nextActor !== 'customer') return 'wait';
  const all = [...requirements, ...persons, ...persons.flatMap((person) => person.requirements)];
  const statuses = new Set(all.map(({ status }) => status));
  if (statuses.has('rejected')) return 'correct';
  const lacksPersons = limits.persons > 0 && persons.length === 0;
  return statuses.has('needed') || lacksPersons ? 'upload' : 'submit';
}
