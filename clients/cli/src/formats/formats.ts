import type { Format } from './format.ts';
import { githubFormat } from './github.ts';
import { jsonFormat } from './json.ts';
import { junitFormat } from './junit.ts';
import { prettyFormat } from './pretty.ts';
import { sarifFormat } from './sarif.ts';

export const formatNames = ['pretty', 'json', 'sarif', 'junit', 'github'] as const;
export type FormatName = (typeof formatNames)[number];

/** Returns the format with a name. */
export function formatOf(name: FormatName, options: Parameters<typeof prettyFormat>[0]): Format {
  switch (name) {
    case 'pretty':
      return prettyFormat(options);
    case 'json':
      return jsonFormat;
    case 'sarif':
      return sarifFormat;
    case 'junit':
      return junitFormat;
    case 'github':
      return githubFormat;
  }
}
