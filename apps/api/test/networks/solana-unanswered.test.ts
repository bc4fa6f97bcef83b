import * as v from 'valibot';
import { failuresAreClassified } from '../../testing/unanswered-calls.ts';
import { createRpcCall } from '@wusd/payouts/solana/rpc';

await failuresAreClassified((url) => createRpcCall(url, 'The node')('getSlot', [], v.bigint()));
