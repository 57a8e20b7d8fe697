/** A file of JSON lines, and what is in it. */
export interface ExportedFile {
  readonly file: string;
  readonly lines: number;
  readonly holds: string;
}

/** Renders the page that tells a person what is in the folder of an export. */
export function readmeOf({
  accountId,
  exportedAt,
  files,
  notCopied,
}: {
  readonly accountId: string;
  readonly exportedAt: string;
  readonly files: readonly ExportedFile[];
  readonly notCopied: number;
}): string {
  const rows = files.map(({ file, lines, holds }) => `| ${file} | ${lines} | ${holds} |`);
  const missing =
    notCopied > 0
      ? `\n${notCopied} uploaded files could not be copied; \`notCopied\` in their lines says why.\n`
      : '';
  return `# Export of the account ${accountId}

Begun at ${exportedAt}. Each .jsonl file has one JSON object a line. \`site\` and \`tenant\` say whose it is; an empty
tenant is the account itself. \`record\` is the record as the API answers it, so the API's documentation describes its
fields; times are UTC. account.json says who the account is. manifest.json has the counts of lines, and is written last:
an export without it broke off.

| file | lines | holds |
| --- | --- | --- |
${rows.join('\n')}
${missing}
Not in it: records that were deleted before, checks of the main site that are still processing, what was written while it
ran, reports older than the newest of their video, and pictures of frames, whose URLs in video-checks.jsonl last an hour.
`;
}
