export { StatusChip, type StatusChipProps, type StatusKind } from './StatusChip.js';
