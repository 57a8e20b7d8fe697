import type { ConfigSpec } from './load-config.ts';

/**
 * Renders the settings as a markdown table, for the README of a service.
 * @param spec settings by variable name
 * @returns the table's lines, without a newline at the end
 */
export function settingsTable(spec: ConfigSpec): string {
  const rows = Object.entries(spec).map(([name, setting]) =>
    row([
      `\`${name}\``,
      defaultText(setting.fallback, setting.secret),
      setting.unit ? `${setting.accepts} (${setting.unit})` : setting.accepts,
      setting.reason,
    ]),
  );
  return [row(['Variable', 'Default', 'Takes', 'Why']), row(['---', '---', '---', '---']), ...rows].join(
    '\n',
  );
}

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function defaultText(fallback: unknown, secret: boolean): string {
  if (fallback === undefined) return 'required';
  if (fallback === null) return 'none';
  return secret ? 'set, not shown' : `\`${String(fallback)}\``;
}
