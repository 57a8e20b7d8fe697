const ambient = [
  { pattern: /\bDate\.now\(/, what: 'reads the clock' },
  { pattern: /\bnew Date\(\s*\)/, what: 'reads the clock' },
  { pattern: /\bperformance\.(now|timeOrigin)\b/, what: 'reads the clock' },
  { pattern: /\b(setTimeout|setInterval|setImmediate|queueMicrotask)\(/, what: 'waits' },
  { pattern: /\bMath\.random\(|\b(randomUUID|randomBytes|randomInt|getRandomValues)\(/, what: 'rolls dice' },
  { pattern: /\bprocess\.(env|argv|hrtime|cwd)\b/, what: 'looks at its process' },
  { pattern: /\bfetch\(/, what: 'asks the network' },
];

/**
 * Finds what a pure function must not do and needs no import for, or one that is allowed for something else.
 * @param path of the file, for the message
 * @returns one line for each place
 */
export function impurities(path: string, source: string): readonly string[] {
  return source.split('\n').flatMap((line, index) => {
    const code = line.replace(/^\s*(\*|\/\/).*|\s\/\/ .*$/, '');
    const found = ambient.find(({ pattern }) => pattern.test(code));
    return found ? [`${path}:${index + 1} ${found.what}: ${line.trim()}`] : [];
  });
}
