/** The walls of the house: what may import what. `npm test` also checks that the modules were really seen. */
/** Tests, and what stands beside a test: its table of rows, its oracle, its generators. */
const tests = '\\.(test|rows|oracle|arbitraries)\\.ts$|/test/|/bench/';

/** The rooms of the rule engine, from the lowest to the highest. A room imports lower ones only. */
const engineRooms = [
  'language',
  'document',
  'patterns',
  'pack',
  'judge',
  'reader',
  'policy',
  'review',
  'evaluate',
  'second-review',
  'rewrite',
  'pictures',
  'notices',
  'load',
];
const engine = '^packages/rule-engine/src/';
const engineOrder = engineRooms.slice(0, -1).map((room, index) => ({
  name: `rule-engine-${room}-imports-lower-rooms`,
  comment: 'The rooms of the engine build on each other in one order; it stands at the top of this file.',
  severity: 'error',
  from: { path: `${engine}${room}/`, pathNot: tests },
  to: { path: `${engine}(${engineRooms.slice(index + 1).join('|')})/` },
}));

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
      name: 'tools-and-infra-import-no-app',
      comment:
        'They start services as processes and talk to them by messages. Manifests are made of their workloads, and queries checked against their metrics.',
      severity: 'error',
      from: { path: '^(tools|infra)/' },
      to: { path: '^apps/', pathNot: '^apps/[^/]+/src/(workload|[a-z]+-metrics)\\.ts$' },
    },
    {
      name: 'only-observability-reads-metrics',
      comment: 'It registers the metrics of each service to know their names; others read /metrics.',
      severity: 'error',
      from: { path: '^(packages|infra|tools)/', pathNot: '^infra/observability/' },
      to: { path: '^apps/[^/]+/src/[a-z]+-metrics\\.ts$' },
    },
    {
      name: 'only-manifests-read-workloads',
      comment: 'A workload is data for manifests, and knows nothing of its service.',
      severity: 'error',
      from: { path: '^(apps|packages|infra|tools)/', pathNot: '^infra/k8s/|/workload\\.test\\.ts$' },
      to: { path: '^apps/[^/]+/src/workload\\.ts$' },
    },
    {
      name: 'workloads-import-nothing',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/workload\\.ts$' },
      to: { pathNot: '^packages/workload/' },
    },
    {
      name: 'nobody-imports-tools',
      comment: 'Tools are command lines. What others need of them belongs in a package.',
      severity: 'error',
      from: { pathNot: '^tools/' },
      to: { path: '^tools/' },
    },
    {
      name: 'clients-import-no-service',
      comment: 'They are installed by others, and know the product by its contract and its engine.',
      severity: 'error',
      from: { path: '^clients/' },
      to: { path: '^(apps|infra|tools)/' },
    },
    {
      name: 'only-tests-of-the-product-import-clients',
      comment:
        'No service needs a client of the product that it is a part of. The page of the console is one: it has the types and offsets of clients.',
      severity: 'error',
      from: { path: '^(apps|packages|tools)/', pathNot: '^apps/console/web/' },
      to: { path: '^clients/' },
    },
    {
      name: 'contracts-need-only-zod-and-ts-rest',
      severity: 'error',
      from: { path: '^packages/contracts/', pathNot: tests },
      to: { pathNot: '^packages/contracts/|/node_modules/(zod|@ts-rest/core)/' },
    },
    {
      name: 'matcher-stands-alone',
      comment: 'It imports nothing of ours.',
      severity: 'error',
      from: { path: '^packages/matcher/src/', pathNot: tests },
      to: { pathNot: '^packages/matcher/src/|^worker_threads$' },
    },
    {
      name: 'rule-engine-needs-no-service',
      comment: 'Text in, evaluation out: the engine runs without any service.',
      severity: 'error',
      from: { path: engine, pathNot: tests },
      to: {
        path: ['^(apps|packages|infra|tools)/', '/node_modules/'],
        pathNot: [
          engine,
          '^packages/(contracts|matcher)/src/',
          '/node_modules/(zod|yaml|onnxruntime-common)/',
        ],
      },
    },
    {
      name: 'pure-packages-do-no-io',
      comment:
        'Only `load/` reads files, only `live/` of the matcher starts a thread; `crypto` is there for hashes.',
      severity: 'error',
      from: {
        path: [
          `${engine}(?!load/)`,
          '^packages/matcher/src/(?!live/)',
          '^packages/contracts/src/',
          '^clients/[^/]+/src/domain/',
        ],
        pathNot: tests,
      },
      to: { dependencyTypes: ['core'], pathNot: '^crypto$' },
    },
    {
      name: 'rule-engine-rooms-are-listed',
      comment: 'A room that is not in the order at the top of this file would escape it.',
      severity: 'error',
      from: { path: `${engine}(?!(${engineRooms.join('|')})/)`, pathNot: tests },
      to: {},
    },
    ...engineOrder,
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
      comment: 'Pure functions over plain data. `crypto` is there for hashes, `net` for reading addresses.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/domain/', pathNot: tests },
      to: {
        pathNot: [
          '^apps/$1/src/domain/',
          '^packages/(contracts|matcher)/src/',
          `${engine}(?!load/)`,
          '/node_modules/zod/',
          '^(crypto|net)$',
        ],
      },
    },
    {
      name: 'clients-hold-no-orchestration',
      comment:
        'A client talks to one program, service or model; what is done with several of them reads elsewhere.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/clients/', pathNot: tests },
      to: { path: '^apps/[^/]+/src/(routes|handlers|store|detectors|image|video|app|deps)[./]' },
    },
    {
      name: 'sql-stays-in-store',
      comment: 'Row types and statements do not leak into routes and handlers.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/(routes|handlers|clients|detectors|image|video)/', pathNot: tests },
      to: { path: '/node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
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
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
