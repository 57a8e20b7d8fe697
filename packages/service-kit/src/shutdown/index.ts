export { type CloseList, createCloseList } from './close-list.ts';
export { StartError } from './start-error.ts';
