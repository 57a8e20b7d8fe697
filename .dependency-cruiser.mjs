/** The walls of the house: what may import what. `npm test` also checks that the modules were really seen. */
/** Tests, and what stands beside a test: its table of rows, its oracle, its generators. */
const tests = '\\.(test|rows|oracle|arbitraries)\\.ts$|/test/|/bench/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-app-imports-another',
      comment: 'Services meet in messages and in nothing else.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'packages-know-no-app',
      comment: 'Dependencies point one way: apps to packages.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|infra|tools)/' },
    },
    {
      name: 'contracts-need-only-zod-and-ts-rest',
      severity: 'error',
      from: { path: '^packages/contracts/', pathNot: tests },
      to: { pathNot: '^packages/contracts/|/node_modules/(zod|@ts-rest/core)/' },
    },
    {
      name: 'matcher-stands-alone',
      comment: 'It imports nothing of ours and does no I/O.',
      severity: 'error',
      from: { path: '^packages/matcher/src/', pathNot: tests },
      to: { pathNot: '^packages/matcher/src/|^worker_threads$' },
    },
    {
      name: 'service-kit-knows-no-product',
      severity: 'error',
      from: { path: '^packages/service-kit/' },
      to: { path: '^packages/(?!service-kit/|testkit/)' },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      from: { path: '^(apps|packages|tools)/', pathNot: `^packages/testkit/|${tests}` },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'domain-does-no-io',
      comment: 'Thinking is pure functions over plain data; rooms around it do the rest.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/domain/', pathNot: tests },
      to: {
        path: [
          '^(fs|http|https|http2|tls|dns|child_process|worker_threads|os|process|timers|perf_hooks)(/|$)',
          '/node_modules/(fastify|@fastify|@nats-io|kysely|pg|pino|prom-client)/',
          '^packages/(service-kit|testkit)/',
          '^apps/[^/]+/(migrations|src/(routes|handlers|store|clients|config|main|app|deps))[./]',
        ],
      },
    },
    {
      name: 'sql-stays-in-store',
      comment: 'Row types and statements do not leak into routes and handlers.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/(routes|handlers|clients)/', pathNot: tests },
      to: { path: '/node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
