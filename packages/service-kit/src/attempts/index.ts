export { type AttemptWork, attemptHandler } from './attempt-handler.ts';
export type { Lease } from './lease.ts';
export { startSweeper } from './start-sweeper.ts';
export { failureReasons, type Stranding } from './stranded.ts';
export { createSweep, type SweepOptions, type Swept } from './sweep.ts';
export { type SweepLimits, sweepLimitsOf, sweepSettings } from './sweep-settings.ts';
export {
  extendLease,
  isProcessing,
  lookAtLeft,
  type NotTaken,
  releaseLease,
  type TakeLimits,
  type Taking,
} from './taking.ts';
export { writeWithinLease } from './write-within-lease.ts';
