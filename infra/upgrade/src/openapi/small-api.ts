/** A document of two operations; a copy for each test to change. */
// biome-ignore lint/suspicious/noExplicitAny: tests change parts of it by hand
export const smallApi = (): any => ({
  paths: {
    '/checks': {
      post: {
        operationId: 'checks.submit',
        parameters: [{ $ref: '#/components/parameters/Tenant' }],
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/Body' }) },
        responses: {
          201: { headers: { 'X-Request-Id': {} }, content: json({ $ref: '#/components/schemas/Answer' }) },
          400: { $ref: '#/components/responses/BadRequest' },
        },
        security: [{ key: [] }],
      },
      get: {
        operationId: 'checks.list',
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } }],
        responses: {
          200: { content: json({ type: 'array', items: { $ref: '#/components/schemas/Check' } }) },
        },
        security: [{ key: [] }],
      },
    },
  },
  components: {
    parameters: { Tenant: { name: 'X-Tenant', in: 'header', schema: { type: 'string' } } },
    responses: { BadRequest: { content: json({ $ref: '#/components/schemas/Failure' }) } },
    schemas: {
      Body: {
        type: 'object',
        properties: {
          text: { type: 'string', minLength: 10, maxLength: 5_000 },
          platform: { type: 'string', enum: ['web', 'app'] },
          note: { type: 'string', nullable: true },
        },
        required: ['text'],
      },
      Answer: { anyOf: [{ $ref: '#/components/schemas/Check' }, { $ref: '#/components/schemas/Accepted' }] },
      Accepted: {
        type: 'object',
        properties: { id: { type: 'string' }, status: { type: 'string', enum: ['processing'] } },
        required: ['id', 'status'],
      },
      Check: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          status: { type: 'string', enum: ['completed', 'failed'] },
          result: { type: 'string', nullable: true, enum: ['PASS', 'REJECT', null] },
          score: { type: 'number', maximum: 1 },
          risks: { type: 'array', items: { $ref: '#/components/schemas/Risk' } },
          counts: { type: 'object', additionalProperties: { type: 'integer' } },
        },
        required: ['id', 'status', 'result', 'risks'],
      },
      Risk: {
        type: 'object',
        properties: {
          kind: { type: 'string' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Risk' } },
        },
        required: ['kind'],
      },
      Failure: {
        type: 'object',
        properties: { error: { type: 'string' }, code: { type: 'string', enum: ['invalid_request'] } },
        required: ['error', 'code'],
      },
    },
  },
});
/** The content of a body of JSON. */
export const json = (schema: object) => ({ 'application/json': { schema } });
