import { Counter, Gauge, type Registry } from 'prom-client';

/** Billing's own metrics. */
export interface BillingMetrics {
  readonly charges: Counter<'outcome'>;
  readonly creditsCharged: Counter<'site'>;
  readonly refunds: Counter<'outcome'>;
  readonly creditsRefunded: Counter;
  readonly durations: Counter<'outcome'>;
  readonly reconciled: Counter<'outcome'>;
  readonly auditDifferences: Gauge;
  readonly auditFinished: Gauge;
}

export function createBillingMetrics(registry: Registry): BillingMetrics {
  const registers = [registry];
  return {
    charges: new Counter({
      name: 'billing_charges_total',
      help: 'Charges asked for, repeats included',
      labelNames: ['outcome'],
      registers,
    }),
    creditsCharged: new Counter({
      name: 'billing_credits_charged_total',
      help: 'Credits taken',
      labelNames: ['site'],
      registers,
    }),
    refunds: new Counter({
      name: 'billing_refunds_total',
      help: 'Failed and cancelled records dealt with',
      labelNames: ['outcome'],
      registers,
    }),
    creditsRefunded: new Counter({
      name: 'billing_credits_refunded_total',
      help: 'Credits given back',
      registers,
    }),
    reconciled: new Counter({
      name: 'billing_reconciled_lines_total',
      help: 'Lines that the daily comparison with the owners of records refunded, or whose record no owner knows',
      labelNames: ['outcome'],
      registers,
    }),
    auditDifferences: new Gauge({
      name: 'billing_audit_differences',
      help: 'Differences in the ledger that the last audit knows of',
      registers,
    }),
    auditFinished: new Gauge({
      name: 'billing_audit_finished_timestamp_seconds',
      help: 'When the last audit of what is new came to its end; 0 before the first',
      registers,
    }),
    durations: new Counter({
      name: 'billing_durations_total',
      help: 'Videos that were longer than declared, and whether the balance covered the difference',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
