export { type Environment, environmentFaults, exampleEnvironment } from './environment.ts';
export type { EgressTarget, EnvironmentValue, Scaling, Workload } from './workload.ts';
