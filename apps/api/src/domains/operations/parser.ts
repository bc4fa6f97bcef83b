import { Command, CommanderError, Option } from 'commander';
import { type OperatorCommand, type SelectedCommand, usageOf } from './command.ts';
import { operatorCommands } from './command-table.ts';

type ParsedRequest =
  | { kind: 'command'; command: SelectedCommand }
  | { kind: 'help'; text: string }
  | { kind: 'usage error'; message: string; usage: string };

export interface CommandLine {
  isJson: boolean;
  /** The operator who executes the command, if given on the command line. */
  operator: string | undefined;
  request: ParsedRequest;
}

/** Exit codes of the process, for scripts and monitoring. */
export const exitCodes = { success: 0, failure: 1, usage: 2, differences: 3 } as const;

const epilogue = `
Exit codes:
  ${exitCodes.success}  the command succeeded
  ${exitCodes.failure}  the command was refused or failed
  ${exitCodes.usage}  the command line is wrong; nothing was executed
  ${exitCodes.differences}  reconcile found differences

With --json, results are written to stdout as JSON, and errors to stderr as {"error": {"name", "message"}}.
Run \`npm run operator -- guide\` for how to handle each kind of work.`;

/** Parses a command line with the command table. Never throws for invalid input. */
export function parseCommandLine(
  argv: readonly string[],
  commands: readonly OperatorCommand[] = operatorCommands,
): CommandLine {
  let text = '';
  let selected: SelectedCommand | undefined;
  const program = new Command('operator')
    .usage('<command> [arguments] [options]')
    .description(
      'Commands for operations staff. Every change is recorded in the audit log with the name of the operator.',
    )
    .configureHelp({
      showGlobalOptions: true,
      helpWidth: 110,
      commandUsage,
      subcommandTerm: (command) => command.name(),
      // Options list their choices in their description, by kind of entity.
      optionDescription: ({ description }) => description,
    })
    .configureOutput({ writeOut: (written) => void (text += written), writeErr: () => {} })
    .addOption(new Option('--json', 'Write the result as JSON'))
    .addOption(new Option('--operator <name>', 'Who executes the command; by default the user of the system'))
    .addHelpText('after', epilogue)
    .helpOption('-h, --help', 'Show the arguments, options and an example')
    .commandsGroup('Help:')
    .helpCommand('help [command]', 'Show the arguments, options and an example of a command.');
  let failedIn = program;
  program.exitOverride();
  for (const each of commands) {
    const command = each.declare(program, (chosen) => (selected = chosen));
    command.exitOverride((error) => {
      failedIn = command;
      throw error;
    });
  }
  const requestOf = (): ParsedRequest => {
    try {
      program.parse(argv.length === 0 ? ['help'] : argv, { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode === 0) return { kind: 'help', text: text.trimEnd() };
      return { kind: 'usage error', message: messageOf(error), usage: usageOf(failedIn) };
    }
    if (!selected) throw new Error('The parser selected no command and reported no error');
    return { kind: 'command', command: selected };
  };
  const request = requestOf();
  const { json = false, operator } = program.opts<{ json?: boolean; operator?: string }>();
  return { isJson: json, operator, request };
}

/** By default Commander would print the program name `operator`, which is not an executable command. */
function commandUsage(command: Command): string {
  const name = command.parent ? `${command.name()} ` : '';
  return `npm run operator -- ${name}${command.usage()}`.trimEnd();
}

/** Converts `error: unknown command 'x'` to a sentence. */
function messageOf({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'Unknown command.';
  const text = message.replace(/^error: /, '');
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.?)]$/.test(sentence) ? sentence : `${sentence}.`;
}
