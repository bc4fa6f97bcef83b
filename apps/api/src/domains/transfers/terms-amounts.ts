import { decimalsOf } from '@wusd/api-sdk/domain';
import { fromMinor, roundDown, toMinor } from '@wusd/api-sdk/money';
import { scaleOf } from '../../platform/registry/currencies.ts';

// Bounds and limits are written in WUSD, whatever they are of: as decimals here, in minor units in their tables.

const scale = scaleOf('WUSD');

export const toRow = (amount: string): string => toMinor(amount, scale).toString();

export const fromRow = (minor: string): string => roundDown(fromMinor(BigInt(minor), scale), decimalsOf('WUSD'));
