export { runMain } from './process/run-main.ts';
export * from './servers.ts';
export { testServers } from './test-servers.ts';
