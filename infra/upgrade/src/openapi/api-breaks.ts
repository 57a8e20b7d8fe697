import {
  type ApiDocument,
  type Content,
  type Operation,
  operationsOf,
  type Parameter,
  resolved,
  type Schema,
} from './document.ts';
import { type SchemaBreak, schemaBreaks } from './schema-breaks.ts';

/** The API of the last release, and that of this checkout. */
export interface Apis {
  readonly released: ApiDocument;
  readonly current: ApiDocument;
}

/**
 * Lists what the clients of a release can no longer rely on: operations, parameters, answers and fields that are gone,
 * requests that are narrower, answers that are wider, names that generated clients use.
 * @returns a line for each break, which begins with the operation: `POST /v1/text/checks, request text: it is gone`
 */
export function apiBreaks(apis: Apis): readonly string[] {
  const current = operationsOf(apis.current);
  const ofOperations = [...operationsOf(apis.released)].flatMap(([name, released]) => {
    const operation = current.get(name);
    if (!operation) return [`${name}: the operation is gone`];
    return breaksOfOperation(apis, released, operation).map((fault) => `${name}${fault}`);
  });
  return [...ofOperations, ...goneSchemas(apis)];
}

/** Lists named schemas that are gone: generated clients have a type of each. */
function goneSchemas({ released, current }: Apis): readonly string[] {
  const names = Object.keys(released.components?.['schemas'] ?? {});
  return names
    .filter((name) => current.components?.['schemas']?.[name] === undefined)
    .map((name) => `schema ${name}: the name is gone`);
}

function breaksOfOperation(apis: Apis, released: Operation, current: Operation): readonly string[] {
  const renamed = released.operationId !== undefined && released.operationId !== current.operationId;
  return [
    ...(renamed ? [`: operationId is ${current.operationId}, and was ${released.operationId}`] : []),
    ...breaksOfSecurity(released, current),
    ...breaksOfParameters(apis, released, current),
    ...breaksOfBody(apis, released, current),
    ...breaksOfAnswers(apis, released, current),
  ];
}

function breaksOfSecurity(released: Operation, current: Operation): readonly string[] {
  // Without alternatives anybody may ask, as with an alternative that needs nothing.
  const alternativesOf = ({ security = [] }: Operation) => (security.length > 0 ? security : [{}]);
  const isEnough = (had: object) =>
    alternativesOf(current).some((needed) => Object.keys(needed).every((scheme) => scheme in had));
  return alternativesOf(released)
    .filter((had) => !isEnough(had))
    .map((had) => `: ${Object.keys(had).join(' and ') || 'no key'} is no longer enough`);
}

function breaksOfParameters({ released, current }: Apis, before: Operation, now: Operation) {
  const parametersOf = (document: ApiDocument, { parameters = [] }: Operation) =>
    new Map(
      parameters.map((one) => resolved(document, one)).map((one) => [`${one.in} ${one.name}`, one] as const),
    );
  const [known, expected] = [parametersOf(released, before), parametersOf(current, now)];
  const gone = [...known.keys()].filter((name) => !expected.has(name)).map((name) => `, ${name}: it is gone`);
  const changed = [...expected].flatMap(([name, parameter]) => {
    const former: Parameter | undefined = known.get(name);
    const isNeeded = parameter.required === true && former?.required !== true;
    const ends = { writer: released, reader: current, released: 'writer' } as const;
    const sides = { writer: former?.schema ?? {}, reader: parameter.schema ?? {} };
    return [
      ...(isNeeded ? [`, ${name}: it is required now`] : []),
      ...(former ? linesOf(`, ${name}`, schemaBreaks(ends, sides)) : []),
    ];
  });
  return [...gone, ...changed];
}

function breaksOfBody({ released, current }: Apis, before: Operation, now: Operation): readonly string[] {
  const known = before.requestBody && resolved(released, before.requestBody);
  const expected = now.requestBody && resolved(current, now.requestBody);
  const isNeeded = expected?.required === true && known?.required !== true;
  const ends = { writer: released, reader: current, released: 'writer' } as const;
  return [
    ...(isNeeded ? [', request: a body is required now'] : []),
    ...breaksOfContent(', request', known?.content, expected?.content, (writer, reader) =>
      schemaBreaks(ends, { writer, reader }),
    ),
  ];
}

function breaksOfAnswers({ released, current }: Apis, before: Operation, now: Operation): readonly string[] {
  const ends = { writer: current, reader: released, released: 'reader' } as const;
  return Object.entries(before.responses ?? {}).flatMap(([status, response]) => {
    const sent = now.responses?.[status];
    // A client loses nothing by an error that does not come any more.
    if (!sent) return status.startsWith('2') ? [`, answer ${status}: it is gone`] : [];
    const [known, expected] = [resolved(released, response), resolved(current, sent)];
    const headers = Object.keys(known.headers ?? {}).filter((name) => !(name in (expected.headers ?? {})));
    return [
      ...headers.map((name) => `, answer ${status} header ${name}: it is gone`),
      ...breaksOfContent(`, answer ${status}`, known.content, expected.content, (reader, writer) =>
        schemaBreaks(ends, { writer, reader }),
      ),
    ];
  });
}

function breaksOfContent(
  place: string,
  released: Content = {},
  current: Content = {},
  compare: (released: Schema, current: Schema) => readonly SchemaBreak[],
): readonly string[] {
  return Object.entries(released).flatMap(([type, { schema = {} }]) => {
    const now = current[type];
    return now ? linesOf(place, compare(schema, now.schema ?? {})) : [`${place}: ${type} is gone`];
  });
}

const linesOf = (place: string, breaks: readonly SchemaBreak[]): readonly string[] =>
  breaks.map(({ path, reason }) => `${place}${path && ` ${path}`}: ${reason}`);
