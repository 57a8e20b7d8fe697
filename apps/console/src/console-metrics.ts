import { Counter, type Registry } from 'prom-client';

/** Metrics of this service, beside those of every service. */
export interface ConsoleMetrics {
  readonly signIns: Counter<'outcome'>;
  readonly mails: Counter<'outcome'>;
}

export function createConsoleMetrics(registry: Registry): ConsoleMetrics {
  const registers = [registry];
  return {
    signIns: new Counter({
      name: 'console_sign_ins_total',
      help: 'Attempts to sign in: signed_in, refused, or limited before they were made',
      labelNames: ['outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'console_mails_total',
      help: 'Mails to people: sent or failed',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
