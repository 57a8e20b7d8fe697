import { inboxPrefixOf, permissionsOf } from './permissions.ts';
import { type BusUserName, busUserNames } from './table.ts';

/** The user of tests and measurements, who may do everything. It exists only where `tester` is given. */
export const testerName = 'tester';

/**
 * Renders the users of the bus as a part of nats-server's configuration, to be included in it. Who is none of them is
 * refused.
 * @param passwordOf the password of a user as the configuration takes it: `quoted(…)`, or `$NAME` of a variable of the
 *   server's environment, whose value must begin with a letter, since another may be taken for a number
 * @param tester the password of a further user, for a stack that is only tested
 */
export function busServerConfig(passwordOf: (user: BusUserName) => string, tester?: string): string {
  const answersTester = tester === undefined ? [] : [`${inboxPrefixOf(testerName)}.>`];
  const users = busUserNames.flatMap((name) => {
    const { publish, subscribe } = permissionsOf(name);
    return [
      '    {',
      `      user: ${quoted(name)}, password: ${passwordOf(name)}`,
      '      permissions: {',
      ...allowed('publish', [...publish, ...answersTester]),
      ...allowed('subscribe', subscribe),
      '      }',
      '    }',
    ];
  });
  const testers = tester === undefined ? [] : [`    { user: ${quoted(testerName)}, password: ${tester} }`];
  return ['authorization {', '  users = [', ...users, ...testers, '  ]', '}', ''].join('\n');
}

/** Returns the variable that has the password of a user, for a server and services that are told by their environment. */
export const busPasswordVariable = (user: BusUserName): string =>
  `REDLINE_BUS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`;

/** Quotes a text for the configuration: what is not quoted may be taken for a number or a variable. */
export const quoted = (text: string): string => JSON.stringify(text);

const allowed = (verb: string, subjects: readonly string[]) => [
  `        ${verb}: { allow: [`,
  ...subjects.map((subject) => `          ${quoted(subject)}`),
  '        ] }',
];

/** A bus with users: what its server is told, and how each of them reaches it. */
export interface BusAccess {
  readonly config: string;
  /** Returns the URL of a server, or those of a cluster with commas between, with a user and its password. */
  readonly urlOf: (serverUrls: string, user: BusUserName | typeof testerName) => string;
}

/**
 * Gives every user of the bus a password.
 * @param newPassword makes one that nobody can guess
 * @param options `withTester` adds the user of tests
 */
export function createBusAccess(
  newPassword: () => string,
  { withTester = false }: { readonly withTester?: boolean | undefined } = {},
): BusAccess {
  const names = [...busUserNames, ...(withTester ? [testerName] : [])];
  const passwords = new Map<string, string>(names.map((name) => [name, newPassword()]));
  const passwordOf = (name: string) => {
    const password = passwords.get(name);
    if (password === undefined) throw new TypeError(`the bus has no user ${name}`);
    return password;
  };
  const tester = withTester ? quoted(passwordOf(testerName)) : undefined;
  return {
    config: busServerConfig((name) => quoted(passwordOf(name)), tester),
    urlOf(serverUrls, user) {
      const withUser = (serverUrl: string) => {
        const url = new URL(serverUrl);
        url.username = user;
        url.password = passwordOf(user);
        return url.href;
      };
      return serverUrls.split(',').map(withUser).join(',');
    },
  };
}
