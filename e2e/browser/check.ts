// Fails if this machine can't run the browser of the tests, and names the missing parts. `npm test` runs this first.
import { chromium } from './chromium.ts';

try {
  await chromium();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
