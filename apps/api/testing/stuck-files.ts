import { ChildProcess } from 'node:child_process';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Fails a test file that does not end, and reports its name. Test timeouts can't do this: a loop that never yields
 * prevents them from firing.
 *
 * @param minutes more than any file needs on a slow machine
 */
export function failStuckFiles(minutes: number): Reporter {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    onTestModuleStart({ moduleId }: TestModule) {
      const end = (): void => {
        process.stderr.write(`${moduleId} has not ended after ${minutes} minutes\n`);
        // The file of each worker fails, and the run continues in new workers.
        for (const worker of workers()) worker.kill('SIGKILL');
      };
      timers.set(moduleId, setTimeout(end, minutes * 60_000));
    },
    onTestModuleEnd({ moduleId }: TestModule) {
      clearTimeout(timers.get(moduleId));
    },
  };
}

/** Returns the connected child processes. */
function workers(): ChildProcess[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has this, and its types don't
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): unknown[] };
  return handles().filter((each): each is ChildProcess => each instanceof ChildProcess && each.connected);
}
