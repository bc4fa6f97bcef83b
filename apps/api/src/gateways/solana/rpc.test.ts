import * as v from 'valibot';
import { failuresAreClassified } from '../../../testing/unanswered-calls.ts';
import { createRpcCall } from './rpc.ts';

await failuresAreClassified((url) => createRpcCall(url, 'The node')('getSlot', [], v.bigint()));
