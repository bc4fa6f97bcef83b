export { CurrencyIcon, type CurrencyIconProps } from './CurrencyIcon.js';
