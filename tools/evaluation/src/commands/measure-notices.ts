import { readFileSync } from 'node:fs';
import { loadNotices, PackError } from '@redline/rule-engine/load';
import { checkNoticeExamples, noticeBookOf, noticesOf } from '@redline/rule-engine/notices';
import { answerQuestions, noticeReport } from '../notice-measures.ts';
import { packFolderOf } from '../site-folders.ts';

/**
 * Measures the qualification notices of the main site.
 * @param set file of labelled questions; without one, a PackError is thrown for examples that are not answered as they say
 * @returns lines for a terminal
 */
export async function measureNotices(set: string | undefined): Promise<string[]> {
  const compiled = loadNotices(packFolderOf('main'));
  if (set === undefined) {
    const faults = checkNoticeExamples(compiled);
    if (faults.length > 0) throw new PackError(faults);
    return [];
  }
  const notices = noticesOf(noticeBookOf(compiled.pack), null);
  const answered = await answerQuestions(notices, readFileSync(set, 'utf8'));
  return [`notices: ${answered.length} questions of a labelled set`, ...noticeReport(answered)];
}
