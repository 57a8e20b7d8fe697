import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { ruleLine, ruleNamed, ruleText, siteOfRule } from '../commands/explain.ts';
import type { CopyPlace } from '../domain/result.ts';
import { levelOf, type Risk, verdictOf } from '../domain/risk.ts';
import { hasTiers, type PlaceOptions, placeOf } from '../domain/sites.ts';
import { entriesOf } from '../engine/rule-list.ts';
import type { Backend } from './backend.ts';
import type { RuleBooks } from './rule-books.ts';
import * as schemas from './schemas.ts';
import { checkedText, fixedText, imageText } from './texts.ts';

/** Dependencies of the tools. */
export interface ToolDeps {
  readonly backend: Backend;
  readonly books: RuleBooks;
  /** The place of calls that name none. */
  readonly defaults: PlaceOptions;
}

const answer = (structuredContent: Record<string, unknown>, text: string): CallToolResult => ({
  structuredContent,
  content: [{ type: 'text', text }],
});

/** Adds the tools. What a call cannot be answered for is a tool error, whose text says what to change. */
export function addTools(server: McpServer, { backend, books, defaults }: ToolDeps): void {
  const placeAt = (named: PlaceOptions): CopyPlace => placeOf(withDefaults(named, defaults));
  const reads: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  const submits: ToolAnnotations = backend.isCharged
    ? { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true }
    : reads;
  const cost = backend.isCharged ? ' Charges credits of the account.' : '';
  server.registerTool(
    'check_text',
    {
      title: 'Check marketing copy',
      description: `Finds what in a text breaks advertising law or the rules of a platform: the words, why, a fix and the law.${cost}`,
      inputSchema: schemas.checkTextInput.shape,
      outputSchema: schemas.checkTextOutput.shape,
      annotations: submits,
    },
    async ({ text, ...named }) => {
      const place = placeAt(named);
      const { risks, judgedBy } = await backend.check(text, place);
      const verdict = verdictOf(risks, hasTiers(place.site));
      const checked = { verdict, risks: risks.map((risk) => shown(risk, text)), judgedBy };
      return answer(checked, checkedText(checked));
    },
  );
  server.registerTool(
    'fix_text',
    {
      title: 'Rewrite marketing copy',
      description: `Removes from a text what is at risk, and says what is left. Adds no claims.${backend.isCharged ? ' Charges credits of the account for a check and a rewrite.' : ''}`,
      inputSchema: schemas.fixTextInput.shape,
      outputSchema: schemas.fixTextOutput.shape,
      annotations: submits,
    },
    async ({ text, strategy, ...named }) => {
      const { risksLeft, ...fixed } = await backend.fix(text, placeAt(named), strategy);
      const left = risksLeft?.map((risk) => shown(risk, fixed.text)) ?? null;
      const said = { ...fixed, isChanged: fixed.text !== text, risksLeft: left };
      return answer(said, fixedText(said));
    },
  );
  server.registerTool(
    'explain_rule',
    {
      title: 'Explain a rule',
      description: 'Says what a rule forbids, how to put it right, its law with links, and examples.',
      inputSchema: schemas.explainRuleInput.shape,
      outputSchema: schemas.explainRuleOutput.shape,
      annotations: reads,
    },
    async ({ ruleId, site, locale }) => {
      const place = placeOfRules({ site: site ?? siteOfRule(ruleId), locale }, defaults);
      const rule = ruleNamed(ruleId, await books(place.site), place);
      return answer({ ...rule }, ruleText(rule));
    },
  );
  server.registerTool(
    'list_rules',
    {
      title: 'List the rules of a market',
      description: 'Lists rules with severity and category, by their ids, in pages.',
      inputSchema: schemas.listRulesInput.shape,
      outputSchema: schemas.listRulesOutput.shape,
      annotations: reads,
    },
    async ({ search = '', offset, limit, site, locale }) => {
      const place = placeOfRules({ site, locale }, defaults);
      const { pack } = await books(place.site);
      const sought = search.toLowerCase();
      const all = entriesOf(pack, place.locale).filter(({ ruleId, category }) =>
        `${ruleId}\n${category}`.toLowerCase().includes(sought),
      );
      const rules = all.slice(offset, offset + limit);
      const nextOffset = offset + limit < all.length ? offset + limit : null;
      const more = nextOffset === null ? [] : [`… ${all.length} in all; go on with offset ${nextOffset}`];
      const text = [...rules.map(ruleLine), ...more].join('\n') || 'No rule matches.';
      return answer({ total: all.length, rules: [...rules], nextOffset }, text);
    },
  );
  const { checkImage } = backend;
  if (checkImage === null) return;
  server.registerTool(
    'check_image',
    {
      title: 'Check a picture',
      description: `Has the server fetch a picture by its URL and look for words, codes and other risks on it.${cost}`,
      inputSchema: schemas.checkImageInput.shape,
      outputSchema: schemas.checkImageOutput.shape,
      annotations: submits,
    },
    async ({ imageUrl, imageTitle, imageSize, ...named }) => {
      const checked = await checkImage({ imageUrl, imageTitle, imageSize }, placeAt(named));
      return answer({ ...checked }, imageText(checked));
    },
  );
}

/** Completes a call by the options that the server was started with, if they are of the same site. */
function withDefaults(named: PlaceOptions, defaults: PlaceOptions): PlaceOptions {
  const site = named.site ?? defaults.site;
  if (placeOf({ site }).site !== placeOf({ site: defaults.site }).site) return named;
  const said = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  return { ...defaults, ...said };
}

const placeOfRules = (named: PlaceOptions, defaults: PlaceOptions): CopyPlace => {
  const { site, locale } = withDefaults(named, defaults);
  return placeOf({ site, locale });
};

const shown = (risk: Risk, text: string): schemas.ToolRisk => ({
  ruleId: risk.ruleId,
  kind: risk.kind,
  level: levelOf(risk),
  severity: risk.severity,
  tier: risk.tier,
  source: risk.source,
  words: risk.start < 0 ? '' : text.slice(risk.start, risk.end),
  start: risk.start,
  end: risk.end,
  category: risk.category,
  suggestion: risk.suggestion,
  legalRef: risk.legalRef,
  laws: [...risk.laws],
});
