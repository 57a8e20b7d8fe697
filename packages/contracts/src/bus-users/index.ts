export { inboxPrefixOf, type Permissions, permissionsOf } from './permissions.ts';
export { busServerConfig, quoted } from './server-config.ts';
export { type BusUserName, busUserNames, busUsers } from './table.ts';
