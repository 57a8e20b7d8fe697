import { freePort } from '@redline/testkit/servers';
import { type ServiceName, serviceNames } from './run-service.ts';
import { portSettingOf } from './service-settings.ts';

/** A process of a service, before it is started. */
export interface Replica {
  /** `billing`, or `billing-2` where there are several. */
  readonly name: ServiceName | `${ServiceName}-${number}`;
  readonly service: ServiceName;
  readonly opsPort: number;
  /** The port for clients, where the service has one. */
  readonly port: number | undefined;
}

/** Plans the processes of a stack, with free ports. */
export async function planReplicas(countOf: (service: ServiceName) => number): Promise<readonly Replica[]> {
  const planned: Replica[] = [];
  for (const service of serviceNames) {
    const count = countOf(service);
    for (let number = 1; number <= count; number++) {
      planned.push({
        name: count === 1 ? service : `${service}-${number}`,
        service,
        opsPort: await freePort(),
        port: portSettingOf(service) ? await freePort() : undefined,
      });
    }
  }
  return planned;
}
