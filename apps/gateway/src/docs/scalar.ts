import scalarReference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

/** Path of the script below the prefix of the plugin. */
const scriptPath = '/scalar/js/scalar.js';

/** Zod, inside of it, would try whether it may compile code, which our policy forbids and browsers then report. */
const withoutEval = 'globalThis.__zod_globalConfig = { jitless: true };\n';

/**
 * Returns the script of Scalar's API reference, which sets `window.Scalar`. Its plugin for Fastify has the script inside
 * and serves it with a page that sets no policy; a server of its own, which never listens, gives us the script alone. The
 * package with the script as a file brings Vue and forty others, which nothing here would run.
 * @throws Error if the plugin serves no script there any more
 */
export async function scalarScript(): Promise<string> {
  const server = Fastify();
  await server.register(scalarReference, {
    routePrefix: '/scalar',
    configuration: { url: '/openapi.json' },
  });
  const { statusCode, payload } = await server.inject(scriptPath);
  await server.close();
  if (statusCode !== 200) throw new Error(`the plugin of Scalar has no script at ${scriptPath}`);
  return `${withoutEval}${payload}`;
}
