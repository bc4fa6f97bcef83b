import { formatMessage } from '@wusd/i18n/server';
import { AppError } from '../../platform/errors/app-error.ts';
import type { OperatorCommand, OperatorRuntime } from './command.ts';
import { OperatorError, UsageError } from './errors.ts';
import { identifyOperator } from './operator-keys.ts';
import { exitCodes, parseCommandLine } from './parser.ts';
import { renderText } from './render.ts';
import type { CommandResult } from './results.ts';

export interface OperatorOutput {
  exitCode: (typeof exitCodes)[keyof typeof exitCodes];
  stdout: string;
  stderr: string;
}

/** Executes one command line. Never throws: the output contains errors. */
export async function runOperatorCommand(
  runtime: OperatorRuntime,
  argv: readonly string[],
  commands?: readonly OperatorCommand[],
): Promise<OperatorOutput> {
  const { isJson, operator, request } = parseCommandLine(argv, commands);
  if (request.kind === 'help') return succeed(isJson ? toJson({ type: 'help', text: request.text }) : request.text);
  if (request.kind === 'usage error') return failUsage(request.message, request.usage, isJson);
  const { command } = request;
  try {
    const keys = command.isChange ? await runtime.readKeys?.() : undefined;
    const none = { directory: undefined, key: undefined };
    const result = await command.execute(runtime, identifyOperator(keys ?? none, operator, runtime.defaultOperator));
    return { ...succeed(isJson ? toJson(result) : renderText(result)), exitCode: exitCodeOf(result) };
  } catch (error) {
    if (error instanceof UsageError) return failUsage(error.message, command.usage, isJson);
    const { name, message } = describeError(error);
    return {
      exitCode: exitCodes.failure,
      stdout: '',
      stderr: isJson ? toJson({ error: { name, message } }) : (unexpectedStack(error) ?? message),
    };
  }
}

function exitCodeOf(result: CommandResult): OperatorOutput['exitCode'] {
  if (result.type === 'connections-checked' && result.checks.some(({ isOk }) => !isOk)) return exitCodes.failure;
  return result.type === 'reconciliation' && result.differences.length > 0 ? exitCodes.differences : exitCodes.success;
}

const toJson = (value: unknown): string => JSON.stringify(value, undefined, 2);

const succeed = (stdout: string): OperatorOutput => ({ exitCode: exitCodes.success, stdout, stderr: '' });

const failUsage = (message: string, usage: string, isJson: boolean): OperatorOutput => ({
  exitCode: exitCodes.usage,
  stdout: '',
  stderr: isJson ? toJson({ error: { name: 'USAGE_ERROR', message } }) : `${message}\n\n${usage}`,
});

/** Returns a stable name and a message for the operator. */
function describeError(error: unknown): { name: string; message: string } {
  if (error instanceof AppError) return { name: error.errorName, message: appErrorMessage(error) };
  if (error instanceof OperatorError) return { name: error.errorName, message: error.message };
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };
}

function appErrorMessage({ errorName, entry, values, details }: AppError): string {
  if (errorName === 'MOVE_NOT_ALLOWED') {
    const allowed = (details.nextMoves ?? []).map(({ to, who }) => `${to} (${who})`).join(', ');
    return `This change is not allowed in the current status. Allowed now: ${allowed || 'none'}.`;
  }
  const message = formatMessage('en_US', entry.messageId, values);
  return details.field === undefined ? message : `${message} (${details.field}: ${details.reasonCode ?? 'invalid'})`;
}

/** Returns the stack of an unexpected error, for engineers; undefined for a rejection. */
function unexpectedStack(error: unknown): string | undefined {
  const isRejection =
    error instanceof AppError ||
    error instanceof OperatorError ||
    (error instanceof Error && error.name === 'SettingsError');
  return !isRejection && error instanceof Error ? error.stack : undefined;
}
