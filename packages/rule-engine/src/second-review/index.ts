export type { Brief } from './brief.ts';
export { withSecondReading } from './second-reading.ts';
