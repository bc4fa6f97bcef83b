// One bundle, because the second page follows the first.
export { default as Feedback } from './feedback.tsx';
export { default as FeedbackSuccess } from './feedback-success.tsx';
