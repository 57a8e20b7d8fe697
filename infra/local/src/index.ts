export { demoAccount } from './demo/demo-account.ts';
export { demoCheck } from './demo/demo-check.ts';
export { type BringUpOptions, bringUp, type Program, type Stack } from './stack/bring-up.ts';
export { busServerConfigOfEnvironment } from './stack/bus-access.ts';
export { type Paths, pathsOf } from './stack/paths.ts';
export { services } from './stack/services.ts';
export { readState } from './stack/state.ts';
export { type TemporaryStack, unlimitedRates, withTemporaryStack } from './stack/temporary-stack.ts';
