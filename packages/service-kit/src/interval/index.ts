export { type IntervalOptions, startInterval } from './start-interval.ts';
