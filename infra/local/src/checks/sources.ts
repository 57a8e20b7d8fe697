import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { impurities } from './impurities.ts';

const skipped = (path: string) => path === 'node_modules' || path === 'dist';

/** The TypeScript files of the workspace's packages, relative to its root. */
export function sourceFiles(root: string): readonly string[] {
  const found = globSync('{apps,packages,tools,infra}/**/*.ts', { cwd: root, exclude: skipped });
  return found.map((path) => path.replaceAll('\\', '/')).sort();
}

/** One line for each place where a `domain/` room is not a pure function of its input. */
export function domainFaults(root: string): readonly string[] {
  const domain = sourceFiles(root).filter(
    (path) => /^apps\/[^/]+\/src\/domain\//.test(path) && !path.endsWith('.test.ts'),
  );
  return domain.flatMap((path) => impurities(path, readFileSync(join(root, path), 'utf8')));
}
