// oxlint-disable import/default -- Vite adds a default export with the text of the file
import balancesSource from '@wusd/examples/node-script/balances.mjs?raw';
import movementsSource from '@wusd/examples/node-script/movements.mjs?raw';
import rateSource from '@wusd/examples/node-script/rate.mjs?raw';

/** Body of the function that a script exports, with its imports. The examples' tests run it against the server. */
function bodyOf(source: string): string {
  const begins = source.indexOf('{\n', source.indexOf('export async function')) + 2;
  return source
    .slice(begins, source.indexOf('\n}', begins))
    .split('\n')
    .map((line) => line.slice(2))
    .join('\n');
}

export const balances = bodyOf(balancesSource);
export const movements = bodyOf(movementsSource);
export const rate = bodyOf(rateSource);
