export { Logo, type LogoProps, markPath } from './Logo.js';
