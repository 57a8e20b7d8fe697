import { describe, expect, it } from 'vitest';
import { reportOf } from './report.ts';

describe('the report of an overlay', () => {
  it('counts what was admitted, repeats the words of refusals and names every fault', () => {
    const objects = [
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'gateway' } },
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'gateway' } },
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'media-engine' } },
    ];
    const refusals = [{ name: 'a privileged pod', words: 'Error: violates PodSecurity' }];
    const lines = reportOf('staging', {
      objects,
      pods: ['gateway-deployment'],
      refusals,
      faults: ['all: no'],
    });
    expect(lines).toEqual([
      'staging: 3 objects admitted',
      '    1 apps/v1 Deployment',
      '    2 v1 Service',
      'staging: 1 pods admitted, one of each template',
      '      gateway-deployment',
      'staging: 1 counter-examples refused',
      '      a privileged pod: Error: violates PodSecurity',
      'staging: FAULT all: no',
    ]);
  });
});
