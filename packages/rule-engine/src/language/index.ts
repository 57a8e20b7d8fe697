export { type Block, blocks, type ClassifierSettings, textBlocks } from './classifier-settings.ts';
export type { Sounds } from './sounds.ts';
