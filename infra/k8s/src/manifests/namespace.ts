import type { INamespace } from 'kubernetes-models/v1';
import { labelsOf, namespace } from '../cluster.ts';

/** Labels by which the API server refuses pods that are not `restricted`, the strictest of the Pod Security Standards. */
const level = 'restricted';

/**
 * The namespace, applied once and by itself, so that nothing which removes an overlay removes the databases with it. It
 * refuses pods that may do more than those here, whoever makes them: the operator's and the chart's as well.
 */
export const namespaceObject: INamespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: namespace,
    labels: {
      ...labelsOf(namespace, 'servers'),
      'pod-security.kubernetes.io/enforce': level,
      // A Deployment is never refused, only its pods: this says it to whoever applies it.
      'pod-security.kubernetes.io/warn': level,
    },
  },
};
