import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The guides in the order in which they are read; each is a file of `docs/api`. */
export const guideNames = [
  'getting-started-us',
  'getting-started-id',
  'getting-started-main',
  'pricing-and-limits',
  'errors',
  'idempotency',
  'waiting',
  'webhooks',
  'offsets',
  'uploads',
  'reports',
  'tenants',
  'self-hosting',
  'changelog',
] as const;

export interface Guide {
  readonly name: string;
  /** Its first heading. */
  readonly title: string;
  /** Its first paragraph, one line of text without links. */
  readonly summary: string;
  readonly markdown: string;
}

/** Folder of the guides in a checkout. */
const checkoutFolder = fileURLToPath(new URL('../../../../docs/api', import.meta.url));

/**
 * Reads the guides.
 * @param folder with their files, where they are not those of the checkout
 * @throws Error if a file is missing, or begins otherwise than with a heading and a paragraph
 */
export function readGuides(folder: string | null): readonly Guide[] {
  return guideNames.map((name) => {
    const markdown = readFileSync(join(folder ?? checkoutFolder, `${name}.md`), 'utf8');
    const [, title, summary] = /^# (.+)\n\n(.+)\n/.exec(markdown) ?? [];
    if (!title || !summary) throw new Error(`${name}.md must begin with its title and what it is about`);
    return { name, title, summary, markdown };
  });
}

/** Writes `llms.txt` (llmstxt.org): what a language model should read, as Markdown. */
export const llmsText = (guides: readonly Guide[]): string => `# Redline

> An HTTP API that checks marketing content, text, images and videos, against advertising law and platform rules of the United States, Indonesia and China before it is published. Each finding says where it is, how bad, how to fix it, and which law.

A key belongs to one site: US English below /v1/intl/us, Indonesian below /v1/intl/id, Chinese below /v1. Offsets count UTF-16 code units, end exclusive. Send an Idempotency-Key with each submission.

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](/docs/guides/${name}.md): ${summary}`).join('\n')}

## Reference

- [OpenAPI document](/openapi.json): every operation, field and limit, with recorded examples
`;
