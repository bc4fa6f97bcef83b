import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { defineOfflineCommand, type OperatorRuntime } from './command.ts';
import { OperatorError, UsageError } from './errors.ts';
import { runOperatorCommand } from './run.ts';

/** A runtime whose services fail to open with the given error. */
const runtimeOf = (thrown: unknown): OperatorRuntime => ({
  defaultOperator: 'priya',
  withServices: () => Promise.reject(thrown),
  migrate: () => Promise.resolve(),
  checkConnections: async () => ({
    mode: 'production',
    checks: [
      { subject: 'Mail', isOk: true, detail: 'the server accepts us' },
      { subject: 'Base, node 1', isOk: false, detail: 'reports chain 1 instead of 8453' },
    ],
  }),
});
const run = (error: unknown, ...argv: string[]) => runOperatorCommand(runtimeOf(error), argv);
const described = { group: 'Tests:', summary: 'Test.', example: 'test' };
const errorOf = (stderr: string): unknown => JSON.parse(stderr);

describe('the exit code', () => {
  test('is 0 for success, with the result on stdout', async () => {
    expect(await run(undefined, 'migrate')).toEqual({
      exitCode: 0,
      stdout: 'The database is up to date.',
      stderr: '',
    });
    expect((await run(undefined)).exitCode).toBe(0);
    expect((await run(undefined, 'guide', 'keys')).stdout).toContain('npm run operator -- rotate-key');
  });

  test('is 1 for a rejected command, with its message', async () => {
    const rejection = new OperatorError('NOT_FOUND', 'There is no customer a@b.example.');
    expect(await run(rejection, 'show-customer', 'a@b.example')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'There is no customer a@b.example.',
    });
    const notAllowed = new AppError('MOVE_NOT_ALLOWED', { nextMoves: [{ to: 'rejected', who: 'Operations' }] });
    expect(await run(notAllowed, 'approve', 'otc_1')).toMatchObject({
      exitCode: 1,
      stderr: 'This change is not allowed in the current status. Allowed now: rejected (Operations).',
    });
    expect((await run(new AppError('NOT_FOUND'), 'approve', 'otc_1')).stderr).not.toContain('NOT_FOUND');
  });

  test('is 1 for a failure, with its stack trace', async () => {
    const { exitCode, stderr } = await run(new TypeError('broken'), 'queue');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^TypeError: broken\n\s+at /);
  });

  test('is 2 for an invalid command line, with the usage of the command', async () => {
    const expected = { exitCode: 2, stdout: '', stderr: expect.stringContaining('Usage: npm run operator -- match') };
    expect(await run(undefined, 'match', 'a@b.example')).toEqual(expected);
    // Some values are validated only by the command itself.
    expect(
      await run(new UsageError('--line must be <partner>:<line>.'), 'match', 'a@b.example', '--line', 'x'),
    ).toEqual(expected);
  });

  test('is 3 if a reconciliation finds differences', async () => {
    const reconcileTo = (differences: string[]) =>
      runOperatorCommand(
        runtimeOf(undefined),
        ['reconcile'],
        [
          defineOfflineCommand({
            ...described,
            name: 'reconcile',
            execute: async () => ({
              type: 'reconciliation',
              asOf: new Date(),
              differences,
              notCompared: [],
              overdue: [],
            }),
          }),
        ],
      );
    expect(await reconcileTo(['hold 1: is released twice'])).toEqual({
      exitCode: 3,
      stdout: 'hold 1: is released twice',
      stderr: '',
    });
    expect(await reconcileTo([])).toMatchObject({ exitCode: 0, stdout: 'No differences found.' });
  });
});

describe('--json', () => {
  test('writes the result to stdout', async () => {
    const { exitCode, stdout, stderr } = await run(undefined, 'migrate', '--json');
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([0, { type: 'database-migrated' }, '']);
  });

  test.each([
    ['a rejection', new OperatorError('CONFLICT', 'It is matched.'), { name: 'CONFLICT', message: 'It is matched.' }],
    [
      'an error of the catalogue',
      new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] }),
      {
        name: 'MOVE_NOT_ALLOWED',
        message: 'This change is not allowed in the current status. Allowed now: none.',
      },
    ],
    ['a failure', new TypeError('broken'), { name: 'TypeError', message: 'broken' }],
    ['a value that is no error', 'broken', { name: 'Error', message: 'broken' }],
  ])('writes %s to stderr', async (_, error, expected) => {
    const { exitCode, stdout, stderr } = await run(error, 'queue', '--json');
    expect([exitCode, stdout, errorOf(stderr)]).toEqual([1, '', { error: expected }]);
  });

  test.each([['nothing'], ['approve'], ['queue', '--all']])('writes a usage error of %s to stderr', async (...argv) => {
    const { exitCode, stdout, stderr } = await run(undefined, ...argv, '--json');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(errorOf(stderr)).toEqual({ error: { name: 'USAGE_ERROR', message: expect.any(String) } });
  });

  test('writes help as JSON', async () => {
    const { stdout } = await run(undefined, 'help', 'approve', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ type: 'help', text: expect.stringContaining('otc_') });
  });
});

describe('a command', () => {
  test('receives its arguments and options by name, and the name of the operator', async () => {
    const inputs: unknown[] = [];
    const command = defineOfflineCommand({
      ...described,
      name: 'send',
      arguments: { from: { description: 'a' }, to: { description: 'b', isOptional: true } },
      options: { reason: { value: 'code', description: 'c', choices: ['x', 'y'] } },
      async execute(_, input) {
        inputs.push(input);
        return { type: 'database-migrated' };
      },
    });
    for (const argv of [
      ['send', ' a ', '--reason', 'x'],
      ['send', 'a', 'b', '--operator', 'somchai'],
    ])
      expect(await runOperatorCommand(runtimeOf(undefined), argv, [command])).toMatchObject({ exitCode: 0 });
    expect(inputs).toEqual([
      { from: 'a', to: undefined, reason: 'x', operator: 'priya' },
      { from: 'a', to: 'b', operator: 'somchai' },
    ]);
  });

  test.each([
    ['reconcile', 'read-only'],
    ['queue', 'application'],
  ])('opens the services for %s with the access %s', async (name, expected) => {
    const accesses: string[] = [];
    const withServices = (access: string): Promise<never> => {
      accesses.push(access);
      return Promise.reject(new OperatorError('UNAVAILABLE', 'No database.'));
    };
    expect((await runOperatorCommand({ ...runtimeOf(undefined), withServices }, [name])).exitCode).toBe(1);
    expect(accesses).toEqual([expected]);
  });
});
