export type { CompiledSources } from './compile-pack.ts';
export { defaultSelection, type Selection } from './dimensions.ts';
export { type Medium, mediumDimension, mediumOf } from './medium.ts';
export type {
  CompiledPack,
  DetectorLabel,
  Examples,
  Localized,
  PolicyRow,
  Precedent,
  Rule,
  Wording,
} from './pack.ts';
export { type RawPrecedent, rawPrecedentSchema } from './read-precedents.ts';
export type { PackFault } from './read-source.ts';
export type { RawExample } from './rule-schema.ts';
export type { Tier } from './schema.ts';
export { wordingIdOf } from './wording.ts';
