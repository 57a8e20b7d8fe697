export { type CloseList, createCloseList } from './close-list.ts';
export { runService, type Service, type ServiceRun } from './run-service.ts';
export { StartError } from './start-error.ts';
