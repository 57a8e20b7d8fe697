import {
  internationalContract,
  internationalSites,
  mainContract,
  type Site,
  siteOfPath,
  sites,
} from '@redline/contracts';
import { initContract } from '@ts-rest/core';
import { generateOpenApi } from '@ts-rest/open-api';
import { rateClassOf } from '../domain/rate-class.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { hoist, isObject, type Json, type JsonObject } from './hoist.ts';
import { withIdPatterns } from './id-patterns.ts';
import { mediaPaths, mediaSchemas } from './media-paths.ts';
import { describeOperation } from './operation.ts';
import { headerParameters } from './parameters.ts';
import { fieldExamples } from './recorded-examples.ts';
import { headerComponents, responseComponents } from './responses.ts';
import { namedSchemas } from './schema-names.ts';
import { tagsOf } from './tags.ts';

const about = `Checks marketing content against regulations and platform policies. A submission answers with an id;
poll the record until it is completed or failed, or have the answer wait for it. Offsets are UTF-16 code units, so that in JavaScript
\`text.slice(startIndex, endIndex) === matchedText\`. A key belongs to one site and works below its paths alone.`;

const info = {
  title: 'Redline',
  version: '1.0.0',
  description: about,
  contact: { name: 'The operator of this installation' },
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};

/** Returns the security scheme of a site's keys. */
export const schemeOf = (site: Site): string => `${site.id}Key`;

const securitySchemes = Object.fromEntries(
  sites.map((site) => [
    schemeOf(site),
    {
      type: 'http',
      scheme: 'bearer',
      description: `An API key of the site below ${site.prefix}: svc_live_…, or svc_test_…, which spends no credits and sees what test keys have made`,
    },
  ]),
);

/** Generates the OpenAPI 3 document of all sites from their contracts. */
export function openApiDocument(): JsonObject {
  const c = initContract();
  const contracts = internationalSites.map((site) => [site.id, internationalContract(site)] as const);
  const router = c.router({ ...Object.fromEntries(contracts), main: mainContract });
  const written = generateOpenApi(router, { info }, { setOperationId: 'concatenated-path' });
  const paths = completed(JSON.parse(JSON.stringify(written.paths)));
  const described = describePaths(paths);
  const used = new Set(Object.values(described).flatMap(tagsIn));
  const { replace, schemas } = hoist(schemasInFull());
  return {
    openapi: written.openapi,
    info,
    servers: [{ url: '/', description: 'The gateway that serves this document' }],
    ...(tagsOf(sites, used) as unknown as JsonObject),
    paths: { ...(replace(described) as JsonObject), ...(mediaPaths as unknown as JsonObject) },
    components: {
      schemas: { ...withIdPatterns(schemas), ...mediaSchemas },
      responses: responseComponents,
      headers: headerComponents,
      parameters: headerParameters as unknown as JsonObject,
      securitySchemes,
    },
  };
}

const methods = ['get', 'post', 'patch', 'put', 'delete'] as const;

function describePaths(paths: JsonObject): JsonObject {
  const items = Object.entries(paths).map(([path, item]) => {
    const site = sites.find(({ id }) => id === siteOfPath(path));
    if (!site || !isObject(item)) return [path, item] as const;
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      if (!isObject(operation)) return [];
      const isSubmission = rateClassOf(method.toUpperCase(), path) === 'submission';
      return [
        [method, describeOperation(operation, { path, site, isSubmission, scheme: schemeOf(site) })] as const,
      ];
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  return Object.fromEntries(items);
}

function tagsIn(item: Json): string[] {
  return isObject(item)
    ? Object.values(item).flatMap((operation) => (isObject(operation) ? (operation['tags'] as string[]) : []))
    : [];
}

/** Writes every named schema in full, as the contracts' routes have it: by the same generator. */
function schemasInFull(): Record<string, JsonObject> {
  const c = initContract();
  const named = namedSchemas();
  const routes = Object.entries(named).map(([name, schema]) => {
    const route = name.endsWith('Submission') || name.endsWith('Body') || name.endsWith('Question');
    const responses = { 200: route ? c.type<unknown>() : schema };
    // Bodies are written as they are sent, answers as they are received: defaults differ.
    return [name, { method: 'POST', path: `/${name}`, body: route ? schema : null, responses }] as const;
  });
  const { paths } = generateOpenApi(c.router(Object.fromEntries(routes)), {
    info: { title: '', version: '' },
  });
  return Object.fromEntries(
    routes.map(([name, { path, body }]) => {
      const { post } = completed(JSON.parse(JSON.stringify(paths[path]))) as unknown as {
        post: Written;
      };
      const written = body ? post.requestBody : post.responses['200'];
      return [name, written?.content['application/json'].schema ?? {}];
    }),
  );
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: JsonObject } };
}
interface Written {
  readonly requestBody?: Content;
  readonly responses: { readonly 200?: Content };
}

/**
 * Adds null to the enumerations of nullable fields, since OpenAPI 3.0.3 allows it there only if it is listed;
 * descriptions to fields that have none; and examples to fields of answers that are hard to imagine.
 */
function completed(part: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(part), (name, value) => {
    if (name === 'properties' && isObject(value)) return withDescriptions(value);
    // Fields of any kind: without a type there is nothing that may be null.
    if (name === 'additionalProperties' && isObject(value) && value['type'] === undefined) return {};
    if (value?.nullable === true && Array.isArray(value.enum))
      return { ...value, enum: [...value.enum, null] };
    const isSchema = typeof value?.type === 'string' && typeof value.description === 'string';
    return isSchema && Object.hasOwn(fieldExamples, name)
      ? { ...value, example: fieldExamples[name] }
      : value;
  });
}

/** An object says by its own schema what it is. */
function withDescriptions(properties: JsonObject): JsonObject {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isBare = isObject(schema) && schema['type'] !== 'object' && schema['description'] === undefined;
    const description = fieldDescriptions[name];
    return [name, isBare && description ? { ...schema, description } : schema] as const;
  });
  return Object.fromEntries(fields);
}
