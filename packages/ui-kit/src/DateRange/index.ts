export { DateRange, type DateRangeProps } from './DateRange.js';
