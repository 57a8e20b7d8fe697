import { defineConfig } from 'vitest/config';

/**
 * Unit tests sit beside the code; what needs real servers is in a `test/` room and shares one Postgres for the run. The
 * acceptance suite asks the whole product, running as separate processes, over HTTP.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Pure functions over packs that load slowly: files that share a process load them once, a third less CPU.
          isolate: false,
          // The default leaves a core to nobody: with two cores one file at a time.
          maxWorkers: '100%',
          // Property tests on a busy machine; nothing here waits for anything.
          testTimeout: 60_000,
          include: [
            '{apps,packages,tools,infra,clients}/*/src/**/*.test.ts',
            'apps/console/web/{src,build}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'integration',
          maxWorkers: '100%',
          include: ['{apps,packages,clients}/*/test/**/*.test.ts', 'apps/console/web/test/**/*.test.ts'],
          globalSetup: ['packages/testkit/src/vitest-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // One second, the default, is too little to wait for real servers on a busy machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'product',
          // Each starts the whole product and loads it or lets it die: one at a time.
          maxWorkers: 1,
          include: ['infra/*/test/**/*.test.ts'],
          exclude: ['infra/acceptance/**', '**/node_modules/**'],
          globalSetup: ['packages/testkit/src/vitest-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // One second, the default, is too little to wait for real servers on a busy machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['infra/acceptance/test/**/*.test.ts'],
          globalSetup: ['infra/acceptance/src/vitest-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // One second, the default, is too little to wait for real servers on a busy machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
