import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  fixStrategies,
  idempotencyKeyPattern,
  idPrefixes,
  imageCheckBody,
  imageCheckRecord,
  mainImageCheckBody,
  mainImageCheckRecord,
  mainTextCheckBody,
  mainTextCheckRecord,
  type Site,
  textCheckBody,
  textCheckRecord,
} from '@redline/contracts';
import { isId } from '@redline/service-kit/ids';
import { z } from 'zod';
import { checkInWords, fixInWords } from './mcp-texts.ts';

/** A request to a route of the same site, as its client would send it. */
export interface TwinRequest {
  /** Below the prefix of the site. */
  readonly path: string;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

/** The answer of a route. */
export interface TwinAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: unknown;
}

/** Sends a request to a route of the site, with the key and the tenant of the call. */
export type CallTwin = (request: TwinRequest) => Promise<TwinAnswer>;

/** Seconds for which the answer to a text waits for its end. */
const waitSeconds = 30;

const once = {
  idempotencyKey: z
    .string()
    .regex(idempotencyKeyPattern)
    .optional()
    .describe('The same again for the same call, to be charged once: sent as Idempotency-Key'),
};
const annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** The record, or what is known of it where it cannot be read: its id. */
const atLeastId = (shape: z.ZodRawShape): z.ZodRawShape => ({
  ...z.object(shape).partial().shape,
  id: z.string(),
});

/**
 * Adds the tools of a site. Each is a route: its input is the body of a submission, its output the record that the route
 * answers, and what the route refuses is an error of the tool, in the words of the route.
 */
export function addTools(server: McpServer, site: Site, call: CallTwin): void {
  const isMain = site.kind === 'main';
  const textRecord = atLeastId((isMain ? mainTextCheckRecord : textCheckRecord(site)).shape);
  const imageRecord = isMain ? mainImageCheckRecord : imageCheckRecord(site);
  const { autoFix: _, ...mainText } = mainTextCheckBody.shape;
  server.registerTool(
    'check_text',
    {
      title: 'Check marketing copy',
      description:
        'Finds what in a text breaks advertising law or the rules of a platform: words, fix, law. Charges credits.',
      inputSchema: shapeOf(isMain ? mainText : textCheckBody(site).shape),
      outputSchema: textRecord,
      annotations,
    },
    async ({ idempotencyKey, ...body }: Input) =>
      said(await call({ path: `/text/checks?wait=${waitSeconds}`, body, idempotencyKey }), checkInWords),
  );
  server.registerTool(
    'fix_text',
    {
      title: 'Rewrite checked copy',
      description:
        'Removes from the text of a check what is at risk. The check must have found some. Charges credits.',
      inputSchema: shapeOf({
        checkId: z
          .string()
          .refine((id) => isId(idPrefixes.text, id), 'checkId must be the id of a text check: text_…')
          .describe('The id that check_text has answered'),
        ...(isMain ? { strategy: z.enum(fixStrategies).default('precise') } : {}),
      }),
      outputSchema: textRecord,
      annotations,
    },
    async ({ idempotencyKey, checkId, strategy }: Input) =>
      said(
        await call({
          path: `/text/checks/${checkId}/fix?wait=${waitSeconds}`,
          body: isMain ? { strategy } : null,
          idempotencyKey,
        }),
        fixInWords,
      ),
  );
  server.registerTool(
    'check_image',
    {
      title: 'Check a picture',
      description:
        'Fetches a picture by its URL and looks for words, codes and other risks. Charges credits.',
      inputSchema: shapeOf((isMain ? mainImageCheckBody : imageCheckBody(site)).shape),
      outputSchema: atLeastId(imageRecord.shape),
      annotations,
    },
    async ({ idempotencyKey, ...body }: Input) =>
      said(await call({ path: '/image/checks', body, idempotencyKey }), checkInWords),
  );
}

type Input = { readonly idempotencyKey?: string | undefined; readonly [field: string]: unknown };

/** Adds what every call may have. The shapes of sites differ, and are read by the routes once more. */
const shapeOf = (shape: z.ZodRawShape): z.ZodRawShape => ({ ...shape, ...once });

const success = z.object({ success: z.literal(true), data: z.record(z.unknown()) });
const failure = z.object({ error: z.string(), code: z.string() });

function said({ status, retryAfter, body }: TwinAnswer, inWords: (data: unknown) => string): CallToolResult {
  const answered = success.safeParse(body);
  if (answered.success) {
    const { data } = answered.data;
    return { structuredContent: data, content: [{ type: 'text', text: inWords(data) }] };
  }
  const refused = failure.safeParse(body);
  const reason = refused.success ? `${refused.data.error} (${refused.data.code})` : 'no reason was given';
  const later = retryAfter === undefined ? '' : `; try again in ${retryAfter} s`;
  return { isError: true, content: [{ type: 'text', text: `${status}: ${reason}${later}` }] };
}
