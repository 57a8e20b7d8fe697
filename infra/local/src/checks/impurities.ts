const ambient = [
  { pattern: /\bDate\.now\(/, what: 'reads the clock' },
  { pattern: /\bnew Date\(\s*\)/, what: 'reads the clock' },
  { pattern: /\bperformance\.(now|timeOrigin)\b/, what: 'reads the clock' },
  { pattern: /\b(setTimeout|setInterval|setImmediate|queueMicrotask)\(/, what: 'waits' },
  { pattern: /\bMath\.random\(|\bcrypto\.(randomUUID|getRandomValues)\(/, what: 'rolls dice' },
  { pattern: /\bprocess\.(env|argv|hrtime|cwd)\b/, what: 'looks at its process' },
  { pattern: /\bfetch\(/, what: 'asks the network' },
];

/**
 * Finds what a pure function must not do though it needs no import for it.
 * @param path of a file in a `domain/` room, for the message
 * @returns one line for each place
 */
export function impurities(path: string, source: string): readonly string[] {
  return source.split('\n').flatMap((line, index) => {
    const code = line.replace(/^\s*(\*|\/\/).*|\s\/\/ .*$/, '');
    const found = ambient.find(({ pattern }) => pattern.test(code));
    return found ? [`${path}:${index + 1} ${found.what}: ${line.trim()}`] : [];
  });
}
