import type { Case } from './case-record.ts';

/** Makes a case for tests. */
export function sampleCase(changes: Partial<Case> = {}): Case {
  return {
    id: 'us-0001',
    status: 'opened',
    lawful: false,
    agency: 'FDA',
    date: '2019-02-11',
    who: 'Acme',
    series: 'letters of 2019',
    product: 'herbal drops',
    sold: 'supplement',
    claim: 'drops cure gout',
    outcome: 'warning letter',
    law: null,
    place: { platform: 'dtc_us', vertical: 'supplement' },
    text: 'Our drops cure gout. 30 ml.',
    spans: changes.lawful
      ? []
      : [
          {
            quote: 'cure gout',
            topic: 'disease_claim',
            types: ['treats_disease'],
            severity: 'high',
            tier: null,
          },
        ],
    source: { url: 'https://agency.example/letter', opened: '2026-11-23', passageSha256: '0'.repeat(64) },
    ...changes,
  };
}
