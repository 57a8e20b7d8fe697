export { createId, deriveId, idTimeMs, isId, type TypeIdOf } from './type-id.ts';
