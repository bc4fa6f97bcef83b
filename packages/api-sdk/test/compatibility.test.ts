// Checked by the compiler (`npm run typecheck`): a contract that breaks clients of the last released contract does not
// compile.
import { describe, expectTypeOf, test } from 'vitest';
import type { components } from '../src/generated/schema.js';
import type { operations } from '../src/operations.js';
import type { Breaks } from './compatibility.js';
import type { operations as released } from './generated/released.js';

type Schemas = components['schemas'];

interface Call<Body, Result, Query = undefined> {
  parameters: { query?: Query; path?: never };
  requestBody: { content: { 'application/json': Body } };
  responses: { 200: { content: { 'application/json': { result: Result } } } };
}
type Old = { call: Call<{ a: string; sort?: 'up' | 'down' }, { id: string; state: 'x' | 'y' }> };
type Same = Old['call'];

/**
 * Announced breaking changes since the last release: registration takes one link and one code (docs/decisions/0062),
 * and a freeze returns its case (docs/decisions/0067).
 */
type Announced = 'register' | 'activateAccount' | 'freezeAccount';

type CheckType = Schemas['CheckType'];
/** Check types are added: the contract requires clients to ignore unknown check types. */
type WithCheckTypes<T> = T extends readonly (infer Item)[]
  ? WithCheckTypes<Item>[]
  : T extends object
    ? {
        [K in keyof T]: K extends 'checkType' ? CheckType : K extends 'factors' ? CheckType[] : WithCheckTypes<T[K]>;
      }
    : T;

test('the contract breaks no client of the last released contract, except for announced changes', () => {
  expectTypeOf<Exclude<Breaks<WithCheckTypes<released>, operations>, Announced>>().toEqualTypeOf<never>();
});

describe('a compatible change', () => {
  test('is a new operation, optional property, accepted value or returned property', () => {
    expectTypeOf<Breaks<Old, Old & { more: Same }>>().toEqualTypeOf<never>();
    expectTypeOf<
      Breaks<
        Old,
        { call: Call<{ a: string; b?: string; sort?: 'up' | 'down' | 'none' }, { id: string; state: 'x'; c: 1 }> }
      >
    >().toEqualTypeOf<never>();
  });
});

describe('a breaking change', () => {
  test('is a removed operation', () => {
    expectTypeOf<Breaks<Old, { other: Same }>>().toEqualTypeOf<'call'>();
  });
  test('is a request property that is removed, becomes required, or accepts less', () => {
    type Result = { id: string; state: 'x' | 'y' };
    expectTypeOf<Breaks<Old, { call: Call<{ a: string }, Result> }>>().toEqualTypeOf<'call'>();
    expectTypeOf<
      Breaks<Old, { call: Call<{ a: string; b: string; sort?: 'up' | 'down' }, Result> }>
    >().toEqualTypeOf<'call'>();
    expectTypeOf<Breaks<Old, { call: Call<{ a: string; sort?: 'up' }, Result> }>>().toEqualTypeOf<'call'>();
  });
  test('is a response without a property, or with a new value', () => {
    type Body = { a: string; sort?: 'up' | 'down' };
    expectTypeOf<Breaks<Old, { call: Call<Body, { id: string }> }>>().toEqualTypeOf<'call'>();
    expectTypeOf<Breaks<Old, { call: Call<Body, { id: string; state: 'x' | 'y' | 'z' }> }>>().toEqualTypeOf<'call'>();
  });
});
