import { createChat, createWrite, type EndpointOptions } from '@redline/ai';
import type { Logger } from '@redline/service-kit/log';
import { modelWriter } from './clients/model-writer.ts';
import { embeddedWriter } from './domain/embedded-writer.ts';
import type { WriteSection } from './domain/write-section.ts';
import type { ReportMetrics } from './report-metrics.ts';

/** Opens the writer of sections: a model if one is configured, verified against the embedded writer; else that one. */
export function openWriter(
  options: EndpointOptions | null,
  { log, metrics }: { readonly log: Logger; readonly metrics: Pick<ReportMetrics, 'modelSections'> },
): WriteSection {
  if (!options) return embeddedWriter;
  return modelWriter({
    write: createWrite(createChat(options)),
    model: options.model,
    log,
    onSection: (outcome) => metrics.modelSections.inc({ outcome }),
  });
}
