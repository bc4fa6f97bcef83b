import { argv, env, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';

/**
 * Runs a script with the account of the command line: `node script.mjs <API URL> <e-mail> …`. Reads the password from
 * WUSD_PASSWORD and prompts for the code.
 *
 * @param {(
 *   account: { baseUrl: string, username: string, password: string },
 *   askCode: () => Promise<import('@wusd/auth-core').Check>,
 *   rest: string[],
 * ) => Promise<void>} script
 */
export async function runAtTerminal(script) {
  const [baseUrl = '', username = '', ...rest] = argv.slice(2);
  const terminal = createInterface({ input: stdin, output: stdout });
  const askCode = async () => ({
    checkType: /** @type {const} */ (3),
    code: await terminal.question('Code of your authenticator app: '),
  });
  try {
    await script({ baseUrl, username, password: env.WUSD_PASSWORD ?? '' }, askCode, rest);
  } catch (error) {
    // Errors of these packages have a readable message without secrets.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    terminal.close();
  }
}
