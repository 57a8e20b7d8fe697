export { createId, idTimeMs, isId, type TypeIdOf } from './type-id.ts';
