import { failuresAreClassified } from '../../../testing/unanswered-calls.ts';
import { createHorizon } from './horizon.ts';

await failuresAreClassified((url) => createHorizon(url, 'test').root());
