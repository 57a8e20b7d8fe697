import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Layout } from './layout.ts';
import { ruleEngine } from './rule-engine.ts';
import { textEngineDomain } from './text-engine-domain.ts';

const layouts: readonly Layout[] = [ruleEngine, textEngineDomain];

/** The layout of a checkout, by the files that lie in it. Throws an Error when none is known. */
export function findLayout(root: string): Layout {
  const layout = layouts.find(({ sign }) => existsSync(join(root, sign)));
  if (!layout) throw new Error(`no adapter of tools/evaluation/src/compare/layouts fits ${root}`);
  return layout;
}
