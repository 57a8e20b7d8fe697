import { databaseOf, databaseSecretOf, type Workload } from '@redline/workload';
import { labelsOf } from '../cluster.ts';

/** Where an overlay keeps backups of Postgres, and how large its volumes are. */
export interface PostgresPlan {
  readonly instances: number;
  readonly storageGib: number;
  readonly memoryGib: number;
  readonly cpu: number;
  /** Object storage for the log of writes and base backups, such as `s3://redline-backups/postgres`; none in a trial. */
  readonly backups?: string;
}

/** The least that is named here of the operator's own types (CloudNativePG, `postgresql.cnpg.io/v1`). */
export interface CustomObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

const apiVersion = 'postgresql.cnpg.io/v1';
/** Backups go through the plugin: what the operator has itself is deprecated, and needs programs that this image lacks. */
const barmanPlugin = 'barman-cloud.cloudnative-pg.io';
const objectStore = 'postgres-backups';
const image = 'ghcr.io/cloudnative-pg/postgresql:18.4-standard-bookworm';

/** Connections of all replicas at their largest, with those of an upgrade beside them. */
const connectionsPerPod = 10;
const connectionsOf = (all: readonly Workload[]) =>
  all.reduce((sum, { replicas }) => sum + (replicas.max + 1) * connectionsPerPod, 100);

/** Builds the Postgres cluster with a role and a database for each service. */
export function postgresOf(all: readonly Workload[], plan: PostgresPlan): readonly CustomObject[] {
  const { instances, storageGib, memoryGib, cpu, backups } = plan;
  const labels = labelsOf('postgres', 'servers');
  const name = 'postgres';
  const cluster: CustomObject = {
    apiVersion,
    kind: 'Cluster',
    metadata: { name, labels },
    spec: {
      instances,
      imageName: image,
      storage: { size: `${storageGib}Gi` },
      resources: {
        requests: { cpu: String(cpu), memory: `${memoryGib}Gi` },
        limits: { memory: `${memoryGib}Gi` },
      },
      // A commit that was answered is on a second machine: a promoted standby has it.
      ...(instances > 1
        ? {
            postgresql: {
              synchronous: { method: 'any', number: 1, dataDurability: 'required' },
              parameters: parameters(all),
            },
          }
        : { postgresql: { parameters: parameters(all) } }),
      affinity: { topologyKey: 'kubernetes.io/hostname', podAntiAffinityType: 'required' },
      primaryUpdateStrategy: 'unsupervised',
      monitoring: { enablePodMonitor: true },
      managed: {
        roles: all.map((workload) => ({
          name: databaseOf(workload.name),
          ensure: 'present',
          login: true,
          passwordSecret: { name: databaseSecretOf(workload.name) },
        })),
      },
      ...(backups === undefined
        ? {}
        : {
            plugins: [
              { name: barmanPlugin, isWALArchiver: true, parameters: { barmanObjectName: objectStore } },
            ],
          }),
    },
  };
  const databases = all.map((workload): CustomObject => {
    const database = databaseOf(workload.name);
    return {
      apiVersion,
      kind: 'Database',
      metadata: { name: workload.name, labels },
      spec: { name: database, owner: database, cluster: { name } },
    };
  });
  const backup: readonly CustomObject[] =
    backups === undefined
      ? []
      : [
          {
            apiVersion: 'barmancloud.cnpg.io/v1',
            kind: 'ObjectStore',
            metadata: { name: objectStore, labels },
            spec: {
              retentionPolicy: '30d',
              configuration: {
                destinationPath: backups,
                s3Credentials: { inheritFromIAMRole: true },
                wal: { compression: 'gzip' },
                data: { compression: 'gzip' },
              },
            },
          },
          {
            apiVersion,
            kind: 'ScheduledBackup',
            metadata: { name: 'postgres-daily', labels },
            spec: {
              schedule: '0 0 3 * * *',
              // Without a first copy there is nothing that the log could be applied to.
              immediate: true,
              backupOwnerReference: 'self',
              cluster: { name },
              method: 'plugin',
              pluginConfiguration: { name: barmanPlugin },
            },
          },
        ];
  return [cluster, ...databases, ...backup];
}

const parameters = (all: readonly Workload[]) => ({ max_connections: String(connectionsOf(all)) });
