export { Result, type ResultProps } from './Result.js';
