export { createId, deriveId, firstIdAt, idTimeMs, isId, type TypeIdOf } from './type-id.ts';
