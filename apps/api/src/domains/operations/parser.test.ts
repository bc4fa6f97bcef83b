import { describe, expect, test } from 'vitest';
import { operatorCommands } from './command-table.ts';
import { guideExamples } from './guides.ts';
import { type CommandLine, parseCommandLine } from './parser.ts';

/** Splits a command line like a shell, including quoted text. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

const commandOf = ({ request }: CommandLine): string =>
  request.kind === 'command' ? request.command.name : JSON.stringify(request);

const usageErrorOf = (...argv: string[]): { message: string; usage: string } => {
  const { request } = parseCommandLine(argv);
  if (request.kind !== 'usage error') throw new Error(`${argv.join(' ')} is valid`);
  return request;
};

describe('the command table', () => {
  test.each(operatorCommands)('has a valid example for $name', ({ name, example }) => {
    expect(commandOf(parseCommandLine(wordsOf(example)))).toBe(name);
  });

  test.each(guideExamples)('accepts the example from a guide: %s', (example) => {
    expect(commandOf(parseCommandLine(wordsOf(example)))).toBe(example.split(' ')[0]);
  });

  test('lists each command once, with a summary of one sentence', () => {
    const names = operatorCommands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, summary } of operatorCommands) expect(summary, name).toMatch(/^[A-Z][^.]*\.$/);
  });
});

describe('help', () => {
  const helpOf = (...argv: string[]): string => {
    const { request } = parseCommandLine(argv);
    return request.kind === 'help' ? request.text : '';
  };

  test('lists every command and the exit codes, also without a command', () => {
    for (const { name } of operatorCommands) expect(helpOf()).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(helpOf()).toContain('3  reconcile found differences');
    expect(helpOf('help')).toBe(helpOf());
    expect(helpOf('--help')).toBe(helpOf());
  });

  test.each(operatorCommands)('shows the usage and the example of $name', ({ name, summary, example }) => {
    const text = helpOf('help', name);
    expect(text).toContain(`Usage: npm run operator -- ${name}`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(summary);
    expect(text).toContain(`npm run operator -- ${example}`);
    expect(helpOf(name, '--help')).toBe(text);
  });

  test('lists the reasons of a rejection by kind of entity', () => {
    expect(helpOf('help', 'reject').replaceAll(/\s+/g, ' ')).toContain('Orders: compliance-review, market-closed');
  });
});

describe('an invalid command line', () => {
  test.each([
    ['an unknown command', ['aprove', 'otc_1'], /^Unknown command 'aprove'\s\(Did you mean approve\?\)$/],
    ['an unknown topic of help', ['help', 'everything'], /^Unknown command\.$/],
    ['an unknown option', ['queue', '--all'], /^Unknown option '--all'\.$/],
    ['a missing argument', ['approve'], /^Missing required argument 'id'\.$/],
    ['a blank argument', ['show-customer', ' '], /'customer'.*It must not be blank\.$/],
    ['an excess argument', ['queue', 'extra'], /^Too many arguments for 'queue'/],
    ['a missing option', ['reject', 'otc_1'], /^Required option '--reason <code>' not specified\.$/],
    ['a blank explanation', ['cancel-payout', 'ctx_1', '--why', ' '], /It must not be blank\.$/],
    ['an option without its value', ['match', 'a@b.example', '--line'], /argument missing\.$/],
    ['an unknown reason', ['reverse-deposit', 'ftx_1', '--reason', 'other'], /'other' is invalid.*not-yours/],
    ['an unknown kind of alert', ['close-alert', 'other', 'network-4'], /'other' is invalid.*dead-letter/],
  ])('reports %s', (_, argv, message) => {
    expect(usageErrorOf(...argv).message).toMatch(message);
  });

  test('shows the usage of the command, or of the program if there is none', () => {
    expect(usageErrorOf('reject', 'otc_1').usage).toBe(
      'Usage: npm run operator -- reject <id> --reason <code> [--unpaid <text>]\nRun `npm run operator -- help reject` for its arguments.',
    );
    expect(usageErrorOf('nothing').usage).toBe('Usage: npm run operator -- <command> [arguments] [options]');
  });
});

test('an option that is not required can be left out', () => {
  expect(commandOf(parseCommandLine(['show-feedback', 'FB-1']))).toBe('show-feedback');
  expect(commandOf(parseCommandLine(['guide']))).toBe('guide');
});

describe('the options of every command', () => {
  test.each([
    ['before the command', ['--json', '--operator', 'priya', 'queue']],
    ['after the command', ['queue', '--json', '--operator', 'priya']],
    ['before a wrong option', ['queue', '--json', '--operator', 'priya', '--all']],
    ['after a wrong command', ['nothing', '--json', '--operator', 'priya']],
  ])('are read %s', (_, argv) => {
    expect(parseCommandLine(argv)).toMatchObject({ isJson: true, operator: 'priya' });
  });

  test('are optional', () => {
    expect(parseCommandLine(['queue'])).toMatchObject({ isJson: false, operator: undefined });
  });
});
