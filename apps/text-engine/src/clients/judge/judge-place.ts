import type { PacksPlace, ReaderMode } from '@redline/rule-engine/load';

/** Where the packs are, and which runtime reads beside their rules. */
export interface JudgePlace extends PacksPlace {
  readonly reader: ReaderMode;
}
