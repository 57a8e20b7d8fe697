import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';

const documentSchema = z
  .object({
    openapi: z.string(),
    paths: z.record(z.record(z.object({ responses: z.record(z.object({}).passthrough()) }).passthrough())),
  })
  .passthrough();

export type OpenApiDocument = z.infer<typeof documentSchema>;

/** The contract that the deployment serves at `/openapi.json`. */
export interface ServedContract {
  readonly document: OpenApiDocument;
  /**
   * Validates an answer by the document.
   * @param path without query
   * @returns the errors; undefined if there are none, or the document has no such route
   */
  readonly faultOf: (method: string, path: string, status: number, body: unknown) => string | undefined;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Builds validators from an OpenAPI 3.0 document. An unknown field is an error too. */
export function servedContract(json: unknown): ServedContract {
  const document = documentSchema.parse(json);
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { 'date-time': dateTime } });
  ajv.addSchema(closed(document), 'served');
  // A literal path comes before those with a parameter that would also match it.
  const templates = Object.keys(document.paths)
    .sort((one, other) => parametersOf(one) - parametersOf(other))
    .map((template) => ({ template, form: formOf(template) }));
  return {
    document,
    faultOf(method, path, status, body) {
      const template = templates.find(({ form }) => form.test(path))?.template ?? '';
      const responses = document.paths[template]?.[method.toLowerCase()]?.responses;
      if (!responses) return undefined;
      if (!responses[status]) return `${method} ${template} does not promise ${status}`;
      const check = checkOf(ajv, responses[status], [
        template,
        method.toLowerCase(),
        'responses',
        String(status),
      ]);
      return check(body) ? undefined : ajv.errorsText(check.errors);
    },
  };
}

/** @param place of the answer below `paths`; an answer that is shared is a reference */
function checkOf(ajv: Ajv, response: object, place: readonly string[]): ValidateFunction {
  const steps = '$ref' in response ? String(response.$ref).split('/').slice(1) : ['paths', ...place];
  const pointer = [...steps, 'content', 'application/json', 'schema'].map(escaped).join('/');
  const check = ajv.getSchema(`served#/${pointer}`);
  if (!check) throw new Error(`the document has no body for ${place.join(' ')}`);
  return check;
}

const escaped = (step: string) =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');

const parametersOf = (template: string) => template.split('{').length;
const formOf = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Returns the document with `additionalProperties: false` in every object. */
function closed(node: unknown): object {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, walk(inner)]);
    const isObjectSchema = 'type' in value && value.type === 'object' && 'properties' in value;
    return { ...Object.fromEntries(entries), ...(isObjectSchema ? { additionalProperties: false } : {}) };
  };
  return Object(walk(node));
}
