import { type EnvironmentValue, environmentOf, type Workload } from '@redline/workload';
import type { IEnvVar } from 'kubernetes-models/v1';
import { settingsMap } from '../cluster.ts';

/** Returns a variable with its value, or with the place that has it. */
function variable(name: string, value: EnvironmentValue): IEnvVar {
  if (typeof value === 'string') return { name, value };
  const optional = value.isOptional ? { optional: true } : {};
  return 'setting' in value
    ? { name, valueFrom: { configMapKeyRef: { name: settingsMap, key: value.setting, ...optional } } }
    : { name, valueFrom: { secretKeyRef: { name: value.secret, key: value.key, ...optional } } };
}

/** Builds the variables of a service's container, as the given user of the bus. */
export const variablesOf = (workload: Workload, busUser: string): IEnvVar[] =>
  Object.entries(environmentOf(workload, busUser)).map(([name, value]) => variable(name, value));
