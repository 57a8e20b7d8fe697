/** Converts an error to one line that a person can act on, without a stack trace. */
export function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || /ENOSPC|No space left on device/i.test(text)) {
    return `the disk is full: ${firstLine(text)}`;
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code) || /Permission denied|Read-only file system/i.test(text)) {
    return `no permission: ${firstLine(text)}`;
  }
  if (error instanceof AggregateError) return error.errors.map(explain).join('; ');
  return firstLine(text);
}

const firstLine = (text: string) => text.trim().split('\n')[0] ?? '';
