import { expectCovered, expectEverythingIsOfADomain } from '../support/coverage.ts';
import { addresses } from './addresses.ts';
import { around } from './around.ts';
import { bankAccounts } from './bank-accounts.ts';
import { gettingIn } from './getting-in.ts';
import { lookingBack } from './looking-back.ts';
import { movingCrypto } from './moving-crypto.ts';
import { movingFiat } from './moving-fiat.ts';
import { sandbox } from './sandbox.ts';
import { stayingSafe } from './staying-safe.ts';
import { swapping } from './swapping.ts';

const domains = [
  addresses,
  around,
  bankAccounts,
  gettingIn,
  lookingBack,
  movingCrypto,
  movingFiat,
  sandbox,
  stayingSafe,
  swapping,
];

expectEverythingIsOfADomain(domains);
for (const domain of domains) expectCovered(domain);
