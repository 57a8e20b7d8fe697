import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  ListResourcesRequestSchema,
  McpError,
  type Resource,
} from '@modelcontextprotocol/sdk/types.js';
import { siteIds } from '@redline/contracts';
import { ruleNamed } from '../commands/explain.ts';
import { type PlaceOptions, placeOf } from '../domain/sites.ts';
import { entriesOf, type RuleBook } from '../engine/rule-list.ts';
import type { RuleBooks } from './rule-books.ts';

const pageLength = 100;
const completionsMax = 100;
const mimeType = 'application/json';
const uriOf = (kind: 'rules' | 'citations', site: string, id: string): string =>
  `redline://${kind}/${site}/${encodeURIComponent(id)}`;

/**
 * Adds rules and citations as resources. Those of the site that the server was started for are listed, in pages; those of
 * every site can be read, and their ids completed.
 */
export function addResources(server: McpServer, defaults: PlaceOptions, books: RuleBooks): void {
  const place = placeOf(defaults);
  const placeAt = (site: string) => (site === place.site ? place : placeOf({ site }));
  const jsonAt = (uri: URL, value: unknown) => ({
    contents: [{ uri: uri.href, mimeType, text: JSON.stringify(value, null, 2) }],
  });
  const templateOf = (kind: 'rules' | 'citations', idsOf: (book: RuleBook) => readonly string[]) =>
    new ResourceTemplate(`redline://${kind}/{site}/{id}`, {
      list: undefined,
      complete: {
        site: (begun) => siteIds.filter((id) => id.startsWith(begun)),
        async id(begun, context) {
          const site = siteIds.find((one) => one === context?.arguments?.site) ?? place.site;
          const ids = idsOf(await books(site));
          return ids.filter((one) => one.startsWith(begun)).slice(0, completionsMax);
        },
      },
    });
  server.registerResource(
    'rule',
    templateOf('rules', ({ pack }) => pack.rules.map(({ id }) => id).sort()),
    { title: 'Rule', description: 'What a rule forbids, its fix, its law and examples', mimeType },
    async (uri, { site, id }) => {
      const at = found(uri, () => placeAt(String(site)));
      const book = await books(at.site);
      return jsonAt(
        uri,
        found(uri, () => ruleNamed(decodeURIComponent(String(id)), book, at)),
      );
    },
  );
  server.registerResource(
    'citation',
    templateOf('citations', ({ pack }) => [...pack.citations.keys()].sort()),
    { title: 'Citation', description: 'An article of law: its name, when it is in force, a link', mimeType },
    async (uri, { site, id }) => {
      const at = found(uri, () => placeAt(String(site)));
      const { pack } = await books(at.site);
      const citation = pack.citations.get(decodeURIComponent(String(id)));
      if (!citation) throw new McpError(ErrorCode.InvalidParams, `there is no resource ${uri.href}`);
      return jsonAt(uri, citation);
    },
  );
  // The SDK's own list has no pages.
  server.server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    const all = resourcesOf(await books(place.site), place.site, place.locale);
    const from = params?.cursor === undefined ? 0 : Number(params.cursor);
    if (!Number.isInteger(from) || from < 0 || from > all.length) {
      throw new McpError(ErrorCode.InvalidParams, 'the cursor is none of this list');
    }
    const next = from + pageLength;
    const resources = all.slice(from, next);
    return next < all.length ? { resources, nextCursor: String(next) } : { resources };
  });
}

/** Returns what `read` returns; whatever it does not find is a resource that there is not. */
function found<T>(uri: URL, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new McpError(ErrorCode.InvalidParams, `there is no resource ${uri.href}: ${reason}`);
  }
}

function resourcesOf({ pack }: RuleBook, site: string, locale: string): readonly Resource[] {
  const rules = entriesOf(pack, locale).map(({ ruleId, category }) => ({
    ...{ uri: uriOf('rules', site, ruleId), name: ruleId, title: category, mimeType },
  }));
  const citations = [...pack.citations.values()].map(({ id, name, article }) => ({
    ...{ uri: uriOf('citations', site, id), name: id, title: `${name}, ${article}`, mimeType },
  }));
  return [...rules, ...citations];
}
