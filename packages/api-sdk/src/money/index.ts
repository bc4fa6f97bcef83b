export { add, compare, fromMinor, isAmount, MoneyError, roundDown, subtract, toMinor } from './amount.js';
export { adjustByBasisPoints, convert, convertBack, crossRate } from './rate.js';
