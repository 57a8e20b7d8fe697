export { environmentFaults, environmentOf, exampleEnvironment } from './environment.ts';
export {
  busSecretDir,
  busSecretOf,
  databaseOf,
  databaseSecretOf,
  nats,
  opsPort,
  postgres,
} from './names.ts';
export type { EgressTarget, EnvironmentValue, Scaling, Workload } from './workload.ts';
