import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { smtpMailer } from '../src/clients/mail.ts';
import { verificationMail } from '../src/domain/mails.ts';
import { log } from './fixtures.ts';

interface Taken {
  readonly commands: string[];
  data: string;
}

/** As much of an SMTP server (RFC 5321) as takes one mail at a time; `refuse` refuses its recipient. */
async function startServer({ refuse = false } = {}) {
  const taken: Taken = { commands: [], data: '' };
  const converse = (socket: Socket) => {
    let inData = false;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      rest += String(chunk);
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (inData && line !== '.') taken.data += `${line}\n`;
        else if (inData) {
          inData = false;
          socket.write('250 taken\r\n');
        } else {
          taken.commands.push(line);
          const verb = line.slice(0, 4).toUpperCase();
          inData = verb === 'DATA';
          const answer = { DATA: '354 go on', QUIT: '221 bye', RCPT: refuse ? '550 nobody here' : '250 ok' };
          socket.write(`${answer[verb as keyof typeof answer] ?? '250 ok'}\r\n`);
        }
      }
    });
    socket.on('error', () => undefined);
  };
  const server = createServer(converse).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`;
  return { taken, url, stop: () => server.close() };
}

const stops: (() => unknown)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => void stop()));

async function send(to: string, options = {}) {
  const server = await startServer(options);
  stops.push(server.stop);
  const ends: string[] = [];
  const mailer = smtpMailer(server.url, {
    from: 'Redline <redline@example.com>',
    log,
    onEnd: (outcome) => ends.push(outcome),
  });
  mailer.send({ to, ...verificationMail('https://console.example.com', 'a-token') });
  await mailer.settle();
  return { ...server.taken, ends };
}

describe('a mail over SMTP', () => {
  it('comes from the sender to the one address, with a link to the page', async () => {
    const { commands, data, ends } = await send('mei@example.com');
    expect(commands).toContainEqual(expect.stringMatching(/^MAIL FROM:<redline@example.com>/));
    expect(commands.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<mei@example.com>']);
    expect(data).toMatch(/^From: Redline <redline@example.com>$/m);
    expect(data.replaceAll('=\n', '').replaceAll('=3D', '=')).toContain(
      'https://console.example.com/verify-email?token=a-token',
    );
    expect(ends).toEqual(['sent']);
  });

  it('has one recipient, whatever its address says', async () => {
    const { commands } = await send('mei@example.com, eve@example.com\r\nRCPT TO:<eve@example.com>');
    expect(commands.filter((line) => line.startsWith('RCPT')).length).toBeLessThanOrEqual(1);
    expect(commands).not.toContain('RCPT TO:<eve@example.com>');
  });

  it('that the server refuses is counted, and hurts nobody', async () => {
    expect((await send('nobody@example.com', { refuse: true })).ends).toEqual(['failed']);
  });
});
