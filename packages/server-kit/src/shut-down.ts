import type { Logger } from './logging.ts';

/**
 * Ends the process in order: at a signal, or when the launcher that started it is gone.
 *
 * @param longestMs after which it ends in any case, with exit code 1
 */
export function shutDownOnSignal(log: Pick<Logger, 'info'>, close: () => Promise<void>, longestMs = 10_000): void {
  let closing = false;
  const shutDown = async (reason: string): Promise<void> => {
    if (closing) return;
    closing = true;
    log.info({ reason }, 'shutting down');
    // A hanging shutdown must end. Committed work is safe.
    setTimeout(() => process.exit(1), longestMs).unref();
    await close();
    process.exit(0);
  };
  process.on('SIGINT', () => void shutDown('SIGINT'));
  process.on('SIGTERM', () => void shutDown('SIGTERM'));
  // The launcher holds the other end: when it is killed, this process must not stay behind.
  process.on('disconnect', () => void shutDown('launcher gone'));
}
