export { StepList, type StepListProps } from './StepList.js';
