import { expect, test } from 'vitest';
import { stageOf, todoOf } from './verification-stage.ts';

const requirement = (status: 'needed' | 'uploaded' | 'checking' | 'accepted' | 'rejected') => ({
  kind: 'residence' as const,
  status,
  documents: [],
});
const limits = { filesEach: 3, persons: 0, ownerPercent: '25' };
const open = { status: 'pending verification' as const, nextActor: 'customer' as const, persons: [], limits };

test('stageOf returns documents, checking or verified by status and next actor', () => {
  expect(stageOf(open)).toBe('documents');
  expect(stageOf({ status: 'pending verification', nextActor: 'Operations' })).toBe('checking');
  expect(stageOf({ status: 'verified' })).toBe('verified');
});

test('todoOf corrects rejected documents first, then uploads missing ones, then submits', () => {
  expect(todoOf({ ...open, requirements: [requirement('needed'), requirement('rejected')] })).toBe('correct');
  expect(todoOf({ ...open, requirements: [requirement('needed'), requirement('uploaded')] })).toBe('upload');
  expect(todoOf({ ...open, requirements: [requirement('uploaded')] })).toBe('submit');
  expect(todoOf({ ...open, requirements: [requirement('uploaded')], limits: { ...limits, persons: 20 } })).toBe(
    'upload',
  );
  expect(todoOf({ ...open, nextActor: 'Operations', requirements: [requirement('checking')] })).toBe('wait');
});
