/** The value of an environment variable: itself, or where a cluster has it. */
export type EnvironmentValue =
  | string
  /** A setting of the cluster, which each overlay gives; an optional one may be left out. */
  | { readonly setting: string; readonly example: string; readonly isOptional?: true }
  /** A key of a secret, which is made outside; an optional one may be missing. */
  | {
      readonly secret: string;
      readonly key: string;
      readonly example: string;
      readonly isOptional?: true;
    };

/**
 * What a service connects to beside Postgres, NATS, DNS and the collector of traces: the HTTP port of another service or
 * its internal one, any public address by the ports of http and https (`public`), any public address by any port and
 * receivers of webhooks that an overlay lists (`internet`), the object storage, or the endpoints of models and mail that an
 * overlay lists.
 */
export type EgressTarget =
  | { readonly service: string; readonly port?: 'internal' }
  | 'public'
  | 'internet'
  | 'storage'
  | 'models'
  | 'mail';

/** What makes replicas more. */
export type Scaling =
  | {
      /** Requests a second that one replica is meant for, of all that clients send. */
      readonly requestsPerSecond: number;
    }
  | {
      /** Consumers of JOBS, with how many waiting jobs make one replica more. */
      readonly waitingJobs: Readonly<Record<string, number>>;
    }
  | {
      /** Percent of the CPU that is asked for. */
      readonly cpuPercent: number;
    };

/** A service on a cluster. Written by the team that owns it, in its own folder; `infra/k8s` makes manifests of it. */
export interface Workload {
  /** The folder in `apps/`, which is also its user of the bus. */
  readonly name: string;
  /** The port for clients or neighbours, where it has one; that of operations is 9100 everywhere. */
  readonly httpPort?: number;
  /** What comes in: from the ingress, or from services by name. */
  readonly reachedBy?: 'ingress' | readonly string[];
  /** A second port, which the ingress never leads to, and the services that reach it. */
  readonly internal?: { readonly port: number; readonly reachedBy: readonly string[] };
  /** `serving` is scheduled first: without it requests fail. `working` takes jobs, which wait. */
  readonly priority: 'serving' | 'working';
  /** Beside what all services have (`DATABASE_URL`, `NATS_URL`, `OPS_PORT`, `SHUTDOWN_*` …). */
  readonly environment: Readonly<Record<string, EnvironmentValue>>;
  /** How long it goes on as before after SIGTERM, while routes go; and then, until it has handed everything back. */
  readonly shutdown: { readonly drainMs: number; readonly timeoutMs: number };
  /** The start of a slow machine: first packs, or migrations that run at this moment. */
  readonly startTimeoutSeconds: number;
  readonly resources: {
    /** Cores that are reserved; there is no limit, since a throttled event loop is late for everybody. */
    readonly cpu: number;
    /** MiB, reserved and the limit: about twice `peakMemoryMib`, since one that needs more leaks and is ended alone. */
    readonly memoryMib: number;
    /** MiB, the largest that was measured, of all processes of the service. */
    readonly peakMemoryMib: number;
  };
  /** Folders that are written to, with MiB that they may hold; everything else is read-only. */
  readonly scratch: Readonly<Record<string, number>>;
  readonly replicas: { readonly min: number; readonly max: number };
  readonly scaling: Scaling;
  readonly egress: readonly EgressTarget[];
}
