export { inboxPrefixOf, type Permissions, permissionsOf } from './permissions.ts';
export {
  type BusAccess,
  busPasswordVariable,
  busServerConfig,
  createBusAccess,
  quoted,
  testerName,
} from './server-config.ts';
export { type BusUserName, busUserNames, busUsers } from './table.ts';
