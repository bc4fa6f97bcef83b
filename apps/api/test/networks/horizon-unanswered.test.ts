import { failuresAreClassified } from '../../testing/unanswered-calls.ts';
import { createHorizon } from '@wusd/payouts/stellar/horizon';

await failuresAreClassified((url) => createHorizon(url, 'test').root());
