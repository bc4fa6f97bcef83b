// oxlint-disable-next-line import/default -- Vite makes the default export of a file's text
import source from '@wusd/examples/node-script/balances.mjs?raw';

const begins = source.indexOf('{\n', source.indexOf('export async function')) + 2;

/** Body of the example, which the server's tests run. */
export const sdkExample = source
  .slice(begins, source.indexOf('\n}', begins))
  .split('\n')
  .map((line) => line.slice(2))
  .join('\n');
