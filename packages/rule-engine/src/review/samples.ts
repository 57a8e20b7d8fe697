export { claims, injections } from './injection.rows.ts';
