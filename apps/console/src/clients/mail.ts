import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@redline/service-kit/log';
import { createTransport } from 'nodemailer';
import { z } from 'zod';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailerOptions {
  readonly from: string;
  readonly log: Logger;
  readonly onEnd: (outcome: 'sent' | 'failed') => void;
}

export interface Mailer {
  /** Sends a mail behind the back of its caller, so that how long it takes tells nobody whether an address is known. */
  readonly send: (mail: Mail) => void;
  /** Waits until what was sent has gone or failed. */
  readonly settle: () => Promise<void>;
}

const timeoutMs = 20_000;

/** Creates a mailer over an SMTP server. What it refuses is a line in the log: the person asks for another mail. */
export function smtpMailer(url: string, options: MailerOptions): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport(
    { url, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    { from: options.from },
  );
  return behindTheBack(options, async ({ to, subject, text }) => {
    // As an object, since a text is parsed, and may hold several addresses.
    await transport.sendMail({ to: { name: '', address: to }, subject, text });
  });
}

const storedMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.string(),
});
export type StoredMail = z.infer<typeof storedMail>;

/** Creates a mailer that writes each mail into a folder, as JSON that its owner alone can read. */
export const folderMailer = (folder: string, options: Omit<MailerOptions, 'from'>): Mailer =>
  behindTheBack(options, async (mail) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const sentAt = new Date().toISOString();
    const id = `${sentAt.replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`;
    const file = join(folder, `${id}.json`);
    await writeFile(`${file}.new`, `${JSON.stringify({ id, ...mail, sentAt }, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  });

const listedMax = 50;

/** Reads the newest mails of a folder. */
export async function listMails(folder: string): Promise<readonly StoredMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, listedMax);
  return Promise.all(
    newest.map(async (name) => storedMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  );
}

function behindTheBack(
  { log, onEnd }: Omit<MailerOptions, 'from'>,
  deliver: (mail: Mail) => Promise<void>,
): Mailer {
  const pending = new Set<Promise<void>>();
  return {
    send(mail) {
      const sending = deliver(mail)
        .then(
          () => onEnd('sent'),
          (error: unknown) => {
            onEnd('failed');
            log.error({ err: error }, 'a mail could not be sent');
          },
        )
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },
    settle: async () => void (await Promise.allSettled(pending)),
  };
}
