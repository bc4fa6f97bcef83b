// One bundle: who sends feedback sees both.
export { default as Feedback } from './feedback.tsx';
export { default as FeedbackSuccess } from './feedback-success.tsx';
