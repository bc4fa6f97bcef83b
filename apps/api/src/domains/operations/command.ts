import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Services } from '../services.ts';
import { type Operator, type OperatorKeys, recordCommand } from './operator-keys.ts';
import type { CommandResult, ConnectionCheck } from './results.ts';

/** The process that executes commands. */
export interface OperatorRuntime {
  /** Recorded in the audit log if `--operator` is missing. */
  defaultOperator: string;
  /** Opens the operator's key. @default operators have no keys */
  readKeys?(): Promise<OperatorKeys>;
  /** Opens the services for one command and closes them afterwards. A read-only login can't change the ledger. */
  withServices<Result>(
    access: 'application' | 'read-only',
    work: (services: Services) => Promise<Result>,
  ): Promise<Result>;
  migrate(): Promise<void>;
  checkConnections(): Promise<{ mode: 'test' | 'production'; checks: readonly ConnectionCheck[] }>;
}

interface ValueDefinition {
  description: string;
  choices?: readonly string[];
}

interface ArgumentDefinition extends ValueDefinition {
  isOptional?: true;
}

interface OptionDefinition extends ValueDefinition {
  /** Name of the value in the help, e.g. `code` for `--reason <code>`. */
  value: string;
  isRequired?: true;
}

type Arguments = Readonly<Record<string, ArgumentDefinition>>;
type Options = Readonly<Record<string, OptionDefinition>>;
type ValueOf<Definition> = Definition extends { choices: readonly (infer Choice)[] } ? Choice : string;

type ArgumentValues<A> = A extends Arguments
  ? { [Name in keyof A]: ValueOf<A[Name]> | (A[Name] extends { isOptional: true } ? undefined : never) }
  : unknown;
type OptionValues<O> = O extends Options
  ? { [Name in keyof O]: ValueOf<O[Name]> | (O[Name] extends { isRequired: true } ? never : undefined) }
  : unknown;
type Input<A, O> = ArgumentValues<A> & OptionValues<O> & { operator: string; key: Operator['key'] };

interface Definition<A extends Arguments | undefined, O extends Options | undefined> {
  name: string;
  group: string;
  /** One sentence. */
  summary: string;
  /** As entered, without `npm run operator --`. */
  example: string;
  arguments?: A;
  options?: O;
  /**
   * Whether the command may change data, so that the operator must sign it. @default whether `access` is 'application'
   */
  isChange?: boolean;
  execute(runtime: OperatorRuntime, input: Input<A, O>): Promise<CommandResult>;
}

/** A command whose arguments and options have been read. */
export interface SelectedCommand {
  name: string;
  usage: string;
  /** Whether the command may change data. */
  isChange: boolean;
  execute(runtime: OperatorRuntime, operator: Operator): Promise<CommandResult>;
}

/** A row of the command table. */
export interface OperatorCommand {
  name: string;
  summary: string;
  example: string;
  /** Declares the command to the parser, which calls `select` if the command line names it. */
  declare(program: Command, select: (selected: SelectedCommand) => void): Command;
}

/** A command that needs no services. */
export function defineOfflineCommand<
  const A extends Arguments | undefined = undefined,
  const O extends Options | undefined = undefined,
>(definition: Definition<A, O>): OperatorCommand {
  const { name, group, summary, example, execute } = definition;
  const argumentDefinitions = Object.entries<ArgumentDefinition>(definition.arguments ?? {});
  return {
    name,
    summary,
    example,
    declare(program, select) {
      const command = program
        .command(name)
        .summary(summary)
        .description(summary)
        .usage(valuesOf(definition))
        .helpGroup(group)
        .addHelpText('after', `\nExample:\n  npm run operator -- ${example}`);
      for (const [argument, each] of argumentDefinitions) command.addArgument(toArgument(argument, each));
      for (const [option, each] of Object.entries<OptionDefinition>(definition.options ?? {}))
        command.addOption(toOption(option, each));
      return command.action(() => {
        const values: Input<A, O> = {
          ...Object.fromEntries(
            argumentDefinitions.map(([argument], index) => [argument, command.processedArgs[index]]),
          ),
          ...command.opts(),
        };
        select({
          name,
          usage: usageOf(command),
          isChange: definition.isChange === true,
          execute: (runtime, { name: operator, key }) => execute(runtime, { ...values, operator, key }),
        });
      });
    },
  };
}

interface ServiceDefinition<A extends Arguments | undefined, O extends Options | undefined> extends Omit<
  Definition<A, O>,
  'execute'
> {
  /** @default 'application' */
  access?: 'application' | 'read-only';
  execute(services: Services, input: Input<A, O>): Promise<CommandResult>;
}

/** Defines a command that uses the server's services. */
export function defineCommand<
  const A extends Arguments | undefined = undefined,
  const O extends Options | undefined = undefined,
>({
  access = 'application',
  isChange = access === 'application',
  execute,
  ...definition
}: ServiceDefinition<A, O>): OperatorCommand {
  return defineOfflineCommand<A, O>({
    ...definition,
    isChange,
    execute: (runtime, input) =>
      runtime.withServices(access, async (services) => {
        const { operator: name, key, ...values } = input;
        if (isChange) await recordCommand(services, { name, key }, definition.name, values);
        return execute(services, input);
      }),
  });
}

/** Returns `Usage: npm run operator -- approve …` and a hint to the help. */
export function usageOf(command: Command): string {
  const line = `Usage: ${command.createHelp().commandUsage(command)}`;
  return command.parent ? `${line}\nRun \`npm run operator -- help ${command.name()}\` for its arguments.` : line;
}

/** Returns e.g. `<id> --reason <code> [--to <folder>]`. */
function valuesOf<A extends Arguments | undefined, O extends Options | undefined>(
  definition: Definition<A, O>,
): string {
  const { arguments: argumentDefinitions = {}, options = {} } = definition;
  return [
    ...Object.entries<ArgumentDefinition>(argumentDefinitions).map(([name, { isOptional }]) =>
      isOptional ? `[${name}]` : `<${name}>`,
    ),
    ...Object.entries<OptionDefinition>(options).map(([name, { value, isRequired }]) =>
      isRequired ? `--${name} <${value}>` : `[--${name} <${value}>]`,
    ),
  ].join(' ');
}

function toArgument(name: string, { description, choices, isOptional }: ArgumentDefinition): Argument {
  const argument = new Argument(isOptional ? `[${name}]` : `<${name}>`, description);
  return choices ? argument.choices(choices) : argument.argParser(readText);
}

function toOption(name: string, { value, description, choices, isRequired }: OptionDefinition): Option {
  const option = new Option(`--${name} <${value}>`, description).makeOptionMandatory(isRequired === true);
  return choices ? option.choices(choices) : option.argParser(readText);
}

function readText(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new InvalidArgumentError('It must not be blank.');
  return trimmed;
}
