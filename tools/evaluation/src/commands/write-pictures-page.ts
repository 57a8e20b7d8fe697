import { writeFileSync } from 'node:fs';
import { picturesPage } from '../pictures-page.ts';
import { docsPage, engineFor } from '../site-folders.ts';

/**
 * Measures the words on pictures of every site, and writes docs/detection-pictures.md.
 * @returns the path of the page
 */
export function writePicturesPage(): string {
  const page = docsPage('detection-pictures.md');
  writeFileSync(page, picturesPage(engineFor));
  return page;
}
