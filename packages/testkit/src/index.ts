export * from './servers.ts';
export { testServers } from './test-servers.ts';
