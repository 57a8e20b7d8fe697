import { defineConfig } from 'vitest/config';

/** Unit tests sit beside the code; what needs real servers is in a `test/` room and shares one Postgres for the run. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,infra}/*/{src,packs}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{apps,packages,infra}/*/test/**/*.test.ts'],
          globalSetup: ['packages/testkit/src/vitest-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
