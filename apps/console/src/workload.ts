import type { Workload } from '@redline/workload';

/** The console on a cluster. */
export const workload = {
  name: 'console',
  httpPort: 8083,
  reachedBy: 'ingress',
  priority: 'serving',
  environment: {
    HOST: '0.0.0.0',
    PORT: '8083',
    CONSOLE_URL: { setting: 'CONSOLE_URL', example: 'https://console.redline.example.com' },
    API_URL: { setting: 'PUBLIC_URL', example: 'https://api.redline.example.com' },
    GATEWAY_INTERNAL_URL: 'http://gateway:8082',
    TRUST_PROXY: { setting: 'TRUST_PROXY', example: 'uniquelocal' },
    SIGN_UP: { setting: 'SIGN_UP', example: 'closed', isOptional: true },
    MAIL_FROM: { setting: 'MAIL_FROM', example: 'Redline <redline@example.com>' },
    SMTP_URL: { secret: 'redline-mail', key: 'smtp-url', example: 'smtps://user:password@mail.example.com' },
    AUTH_SECRET: { secret: 'redline-sign-in', key: 'secret', example: 'thirty-two-letters-or-more-of-them' },
    DELEGATION_SECRETS: {
      secret: 'redline-delegations',
      key: 'secrets',
      example: 'thirty-two-letters-or-more-of-them',
    },
  },
  shutdown: { drainMs: 10_000, timeoutMs: 15_000 },
  startTimeoutSeconds: 60,
  resources: { cpu: 0.1, memoryMib: 512, peakMemoryMib: 208 },
  scratch: {},
  replicas: { min: 2, max: 4 },
  // Passwords are hashed slowly on purpose.
  scaling: { cpuPercent: 70 },
  egress: [{ service: 'gateway', port: 'internal' }, 'mail'],
} as const satisfies Workload;
