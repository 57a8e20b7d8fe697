import { permissionsOf } from './permissions.ts';
import { type BusUserName, busUserNames } from './table.ts';

/**
 * Renders the users of the bus as a part of nats-server's configuration, to be included in it. Who is none of them is
 * refused.
 * @param passwordOf the password of a user as the configuration takes it: `quoted(…)`, or `$NAME` of a variable of the
 *   server's environment
 */
export function busServerConfig(passwordOf: (user: BusUserName) => string): string {
  return ['authorization {', '  users = [', ...busUserNames.flatMap(userLines), '  ]', '}', ''].join('\n');

  function userLines(name: BusUserName): readonly string[] {
    const { publish, subscribe } = permissionsOf(name);
    return [
      '    {',
      `      user: ${quoted(name)}, password: ${passwordOf(name)}`,
      '      permissions: {',
      ...allowed('publish', publish),
      ...allowed('subscribe', subscribe),
      '      }',
      '    }',
    ];
  }
}

/** Quotes a text for the configuration: what is not quoted may be taken for a number or a variable. */
export const quoted = (text: string): string => JSON.stringify(text);

const allowed = (verb: string, subjects: readonly string[]) => [
  `        ${verb}: { allow: [`,
  ...subjects.map((subject) => `          ${quoted(subject)}`),
  '        ] }',
];
