export { runMain } from './process/run-main.ts';
export * from './servers.ts';
export { mediaProgramsMissing, testServers } from './test-servers.ts';
