import { randomBytes } from 'node:crypto';
import { busPasswordVariable, busUserNames } from '@redline/contracts/bus-users';
import { busServerConfigOfEnvironment } from './stack/bus-access.ts';

/** Command line: prints what a nats-server is told about the users of the bus, and new passwords for them. */
const usage = 'usage: bus-users config | bus-users passwords';

/** One line for each user, as a file of environment variables has them. It begins with a letter: see the configuration. */
const passwordLines = () =>
  busUserNames.map((name) => `${busPasswordVariable(name)}=p${randomBytes(24).toString('hex')}`);

const [command] = process.argv.slice(2);
if (command === 'config') {
  process.stdout.write(busServerConfigOfEnvironment());
} else if (command === 'passwords') {
  process.stdout.write(`${passwordLines().join('\n')}\n`);
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
}
