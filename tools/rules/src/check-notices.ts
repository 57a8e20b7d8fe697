import { describeFault, readNotices } from '@redline/rule-engine/load';
import { checkNoticeExamples } from '@redline/rule-engine/notices';
import { packFolderOf } from './packs-folder.ts';

/**
 * Checks the qualification notices of the main site and their examples. Prints a line for each fault and then the counts.
 * @returns whether there was no fault
 */
export function checkNotices(print: (line: string) => void): boolean {
  const result = readNotices(packFolderOf('main'));
  const faults = 'faults' in result ? result.faults : checkNoticeExamples(result);
  for (const fault of faults) print(describeFault(fault));
  if (!('faults' in result)) print(`notices: ${result.pack.notices.length}, ${faults.length} faults`);
  return faults.length === 0;
}
