export { type Brief, briefOf, type ReportableTopic } from './brief.ts';
export { mergeSecondReview, type SecondReview } from './merge-second-review.ts';
