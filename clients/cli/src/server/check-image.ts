import { z } from 'zod';
import type { CopyPlace } from '../domain/result.ts';
import { siteNamed } from '../domain/sites.ts';
import type { request, Server } from './request.ts';
import { submit } from './submit.ts';

const label = z.object({
  description: z.string(),
  riskLevel: z.string().nullish(),
  tier: z.string().optional(),
  matchedText: z.string().nullish(),
  suggestion: z.string().nullish(),
  legalRef: z.string().nullish(),
});
/** Fields of a record that are read, of every site. */
const recordSchema = z.object({
  id: z.string(),
  status: z.string(),
  failure: z.object({ code: z.string(), message: z.string() }).nullish(),
  riskLevel: z.string().nullable(),
  labels: z.array(label),
  coverage: z.array(z.object({ detector: z.string(), status: z.string() })),
});

/** A picture that a server fetches. */
export interface SubmittedImage {
  readonly imageUrl: string;
  readonly imageTitle: string;
  /** Bytes. */
  readonly imageSize: number;
}

/**
 * Has a server check a picture and returns its record, which is completed. It is one check, and is charged.
 * @throws ServerError in the words of the server, or for a check that failed
 */
export function submitImage(
  server: Server,
  { site, productVertical, locale }: CopyPlace,
  image: SubmittedImage,
  ask: typeof request,
): Promise<z.infer<typeof recordSchema>> {
  const path = `${siteNamed(site).prefix}/image/checks`;
  const body = productVertical === null ? { ...image, explainLocale: locale } : { ...image, productVertical };
  return submit(
    server,
    {
      ...{ path, body, schema: recordSchema },
      recordPath: (id) => `${path}/${id}`,
      isRunning: ({ status }) => status === 'processing',
    },
    ask,
  );
}
