export { Choice, type ChoiceOption, type ChoiceProps } from './Choice.js';
