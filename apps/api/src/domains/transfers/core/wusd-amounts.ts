import { decimalsOf } from '@wusd/api-sdk/domain';
import { fromMinor, roundDown, toMinor } from '@wusd/api-sdk/money';
import { scaleOf } from '@wusd/server-kit/registry/currencies';

// Bounds and limits are in WUSD for all currencies: decimals in code, minor units in the tables.

const scale = scaleOf('WUSD');

export const toWusdMinor = (amount: string): string => toMinor(amount, scale).toString();

export const fromWusdMinor = (minor: string): string => roundDown(fromMinor(BigInt(minor), scale), decimalsOf('WUSD'));
