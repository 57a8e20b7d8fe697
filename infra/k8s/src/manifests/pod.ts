import { busSecretDir, busSecretOf, type Workload } from '@redline/workload';
import type { IContainer, IPodTemplateSpec } from 'kubernetes-models/v1';
import { labelsOf } from '../cluster.ts';
import { variablesOf } from './environment.ts';

/** The user of the image, by number, so that Kubernetes can see that it is not root. */
const user = 1000;

/** What a pod of a service runs beside what all pods have. */
export interface PodPlan {
  /** The object's name, and the value of the label by which its pods are selected. */
  readonly name: string;
  /** Arguments of the program; none serves. */
  readonly args?: readonly string[];
  /** The user of the bus; the service's own when left out. */
  readonly busUser?: string;
  readonly container?: Partial<IContainer>;
  readonly spec?: Partial<NonNullable<IPodTemplateSpec['spec']>>;
}

/** Returns the name of a service's image, to which an overlay gives its digest or tag. */
export const imageOf = (service: string): string => `redline/${service}`;

/** Builds the template of a service's pods: nothing is written but to scratch folders, and nothing more is allowed. */
export function podOf(workload: Workload, plan: PodPlan): IPodTemplateSpec {
  const { scratch, resources } = workload;
  const folders = Object.entries(scratch);
  const busUser = plan.busUser ?? workload.name;
  const scratchMib = folders.reduce((sum, [, mib]) => sum + mib, 0);
  // What is in the file system's memory would count twice; it lies on the node's disk.
  const storage = scratchMib > 0 ? { 'ephemeral-storage': `${scratchMib}Mi` } : {};
  return {
    metadata: { labels: labelsOf(plan.name) },
    spec: {
      serviceAccountName: workload.name,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: user,
        fsGroup: user,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'service',
          image: imageOf(workload.name),
          ...(plan.args ? { args: [...plan.args] } : {}),
          env: variablesOf(workload, busUser),
          resources: {
            requests: { cpu: String(resources.cpu), memory: `${resources.memoryMib}Mi`, ...storage },
            limits: { memory: `${resources.memoryMib}Mi`, ...storage },
          },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          volumeMounts: [
            { name: 'bus', mountPath: busSecretDir, readOnly: true },
            ...folders.map(([mountPath], index) => ({ name: `scratch-${index}`, mountPath })),
          ],
          ...plan.container,
        },
      ],
      volumes: [
        { name: 'bus', secret: { secretName: busSecretOf(busUser), defaultMode: 0o440 } },
        ...folders.map(([, mib], index) => ({
          name: `scratch-${index}`,
          emptyDir: { sizeLimit: `${mib}Mi` },
        })),
      ],
      ...plan.spec,
    },
  };
}
