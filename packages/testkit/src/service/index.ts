export { idleSweep, promptSweep } from './sweep-limits.ts';
