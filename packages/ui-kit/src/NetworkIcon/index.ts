export { NetworkIcon, type NetworkIconProps } from './NetworkIcon.js';
