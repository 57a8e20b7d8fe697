export type { Sounds } from './sounds.ts';
export { type Block, blocks, type Statistics, textBlocks } from './statistics.ts';
