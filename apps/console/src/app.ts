import { fileURLToPath } from 'node:url';
import { consoleRequests, erasureRequests } from '@redline/contracts';
import { type Bus, joinRunning, type Running, serve, serveAll } from '@redline/service-kit/bus';
import { type Closing, createHttpServer } from '@redline/service-kit/http';
import { startInterval } from '@redline/service-kit/interval';
import type { Logger } from '@redline/service-kit/log';
import type { Metrics } from '@redline/service-kit/metrics';
import type { FastifyInstance } from 'fastify';
import { billingClient } from './clients/billing.ts';
import { delegationSigner, gatewayClient, keyAsker } from './clients/gateway.ts';
import { folderMailer, type Mailer, smtpMailer } from './clients/mail.ts';
import { type Config, originOf } from './config.ts';
import { createConsoleMetrics } from './console-metrics.ts';
import { resetMail, verificationMail } from './domain/mails.ts';
import { memberSet } from './handlers/member-set.ts';
import { registerAuth, type SignInOutcome } from './routes/auth.ts';
import { registerCredits } from './routes/credits.ts';
import { renderFault, unparsedBody } from './routes/failure.ts';
import { registerGuard } from './routes/guard.ts';
import { registerKeys } from './routes/keys.ts';
import { registerMail } from './routes/mail.ts';
import { registerOrganizations } from './routes/organizations.ts';
import { registerPage } from './routes/page.ts';
import { registerSites } from './routes/sites.ts';
import { createAuth } from './store/auth.ts';
import { eraseOrganization } from './store/erase-account.ts';
import { cleanUp } from './store/janitor.ts';
import { createPeople } from './store/people.ts';
import type { Db } from './store/tables.ts';

export interface ConsoleDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Db;
  readonly bus: Bus;
  /** How the process ends; left out, it does not. */
  readonly closing?: Closing;
}

export interface App {
  /** The server of the page and its interface, not listening yet. */
  readonly http: FastifyInstance;
  /** Starts to serve the bus and to clean up, until it is stopped. */
  readonly start: () => Running;
}

const builtPage = fileURLToPath(new URL('../web/dist', import.meta.url));
const requestTimeoutMs = 15_000;
const janitorEveryMs = 60_000;

/**
 * Builds the console from its dependencies.
 * @throws StartError if its settings do not go together
 */
export async function buildApp(deps: ConsoleDeps): Promise<App> {
  const { config, log, metrics, db, bus } = deps;
  const { origin, isSecure, showsMail } = originOf(config);
  const own = createConsoleMetrics(metrics.registry);
  const mailer = openMailer(config, log, (outcome) => own.mails.inc({ outcome }));
  const people = createPeople(
    createAuth({
      ...{ db, log, origin, isSecure, secret: config.AUTH_SECRET, sessionDays: config.SESSION_DAYS },
      sendVerification: (to, token) => mailer.send({ to, ...verificationMail(origin, token) }),
      sendReset: (to, token) => mailer.send({ to, ...resetMail(origin, token) }),
    }),
  );
  const [secret = ''] = config.DELEGATION_SECRETS;
  const sign = delegationSigner(secret);
  const gateway = gatewayClient(config.GATEWAY_INTERNAL_URL, {
    sign,
    connectionsMax: config.GATEWAY_CONNECTIONS_MAX,
  });
  const routes = {
    ...{ db, people, gateway, showsMail, billing: billingClient(bus), askKeys: keyAsker(bus, sign) },
    signUpIsOpen: config.SIGN_UP === 'open',
    onSignIn: (outcome: SignInOutcome) => own.signIns.inc({ outcome }),
    apiUrl: config.API_URL.replace(/\/+$/, ''),
  };

  const http = createHttpServer({
    log,
    metrics,
    bodyLimitBytes: config.BODY_LIMIT_BYTES,
    trustProxy: config.TRUST_PROXY,
    requestTimeoutMs,
    ...(deps.closing ? { closing: deps.closing } : {}),
    onFault: renderFault,
    renderUnparsed: unparsedBody,
  });
  http.server.maxConnections = config.MAX_CONNECTIONS;
  registerGuard(http, { origin, isSecure });
  registerOrganizations(http, routes);
  registerAuth(http, routes);
  registerSites(http, routes);
  registerKeys(http, routes);
  registerCredits(http, routes);
  registerMail(http, { folder: showsMail ? config.MAIL_DIR : null, host: new URL(origin).host });
  await registerPage(http, config.WEB_DIR ?? builtPage);
  http.addHook('onClose', async () => {
    await mailer.settle();
    await gateway.close();
  });

  return {
    http,
    start() {
      const serving = { queue: 'console', concurrency: config.REQUEST_CONCURRENCY };
      return joinRunning([
        serveAll(bus, consoleRequests, { memberSet: memberSet({ db, people }) }, serving),
        serve(bus, erasureRequests.console, ({ accountId }) => eraseOrganization(db, accountId), serving),
        startInterval(() => cleanUp(db, config.AUDIT_LOG_DAYS), {
          ...{ name: 'janitor', everyMs: janitorEveryMs, jitter: 0.3, log },
        }),
      ]);
    },
  };
}

function openMailer(
  { SMTP_URL, MAIL_DIR, MAIL_FROM }: Config,
  log: Logger,
  onEnd: (outcome: 'sent' | 'failed') => void,
): Mailer {
  const options = { from: MAIL_FROM, log, onEnd };
  return SMTP_URL === null ? folderMailer(MAIL_DIR ?? '', options) : smtpMailer(SMTP_URL, options);
}
