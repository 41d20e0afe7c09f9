// The OpenAPI document of the calls below /api: what their schemas do not say is added here, and everything else of the site is left out.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { brandName } from '../../i18n/text.ts'
import type { Config } from '../config/config.ts'

const DOCS = '/api/docs'
const WEBHOOKS = '/api/payment/webhook/'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required: boolean
  readonly description?: string
  readonly schema: object
}

interface Operation {
  operationId?: string
  security?: object[]
  parameters?: Parameter[]
  responses?: Record<string, object>
}

type Paths = Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>

/** What the document calls the session and the token against forged calls (docs/api.md). */
const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', description: 'The cookie `token`, together with its HttpOnly companion.' },
  csrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN', description: 'The value of the cookie `XSRF-TOKEN`.' },
} as const

const ERROR = {
  type: 'object',
  required: ['success', 'code', 'message', 'id'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    code: { type: 'string' },
    message: { type: 'string' },
    id: { type: 'string', description: 'The id of the request, which the log has too.' },
  },
} as const

const IDEMPOTENCY_KEY: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'A UUID; calls that move money or items answer 400 without one. The same key with the same body returns the stored response, with another ' +
    'body 422, and 409 while the first call is in progress.',
  schema: { type: 'string', format: 'uuid' },
}

const REFUSED: Readonly<Record<string, string>> = {
  400: 'The request does not fit its schema.',
  401: 'The call needs a session.',
  403: 'The session, the token or the origin does not allow the call.',
  404: 'There is nothing at this address.',
  429: 'Too many calls; see Retry-After.',
}

/** Of calls that change something. */
const REFUSED_CHANGES: Readonly<Record<string, string>> = {
  409: 'The first call with this Idempotency-Key is in progress.',
  413: 'The body is too long.',
  415: 'The body has another type than application/json.',
  422: 'This Idempotency-Key was used with another body.',
}

function responsesOf(texts: Readonly<Record<string, string>>): Record<string, object> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(Object.entries(texts).map(([status, description]) => [status, { description, content }]))
}

/** Returns a name such as `postCaseUrlOpen`. */
function operationIdOf(method: string, path: string): string {
  const words = path.replace(/^\/api\//, '').match(/[A-Za-z0-9]+/g) ?? []
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** Returns the parameters of a path that its schema does not name. */
function unnamedParameters(path: string, parameters: readonly Parameter[]): Parameter[] {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  return names
    .filter((name) => !parameters.some((parameter) => parameter.in === 'path' && parameter.name === name))
    .map((name) => ({ in: 'path', name, required: true, schema: { type: 'string' } }))
}

function describe(method: string, path: string, operation: Operation): Operation {
  const { parameters = [], responses = {} } = operation
  const isWebhook = path.startsWith(WEBHOOKS)
  const isChange = method !== 'get' && !isWebhook
  const security = isWebhook ? [] : isChange ? [{ session: [], csrf: [] }, { csrf: [] }] : [{}, { session: [] }]
  return {
    ...operation,
    operationId: operationIdOf(method, path),
    security,
    parameters: [...parameters, ...unnamedParameters(path, parameters), ...(isChange ? [IDEMPOTENCY_KEY] : [])],
    responses: { ...responses, ...responsesOf(isChange ? { ...REFUSED, ...REFUSED_CHANGES } : REFUSED) },
  }
}

/** Returns the calls of the API with what their schemas do not say. */
function completePaths(paths: Paths): Paths {
  const calls = Object.entries(paths).filter(([path]) => path.startsWith('/api/') && !path.startsWith(DOCS))
  return Object.fromEntries(
    calls.map(([path, operations]) => {
      const complete = METHODS.flatMap((method) => {
        const operation = operations[method]
        return operation === undefined ? [] : [[method, describe(method, path, operation)] as const]
      })
      return [path, Object.fromEntries(complete)]
    }),
  )
}

/** Serves the document at /api/docs/json, and its page at /api/docs. */
export async function registerApiDocs(app: FastifyInstance, { siteUrl }: Pick<Config, 'siteUrl'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: brandName(), version: '1' },
      servers: [{ url: siteUrl }],
      components: { securitySchemes: SECURITY_SCHEMES, schemas: { Error: ERROR } as never },
    },
    transform: jsonSchemaTransform,
    transformObject: (documents) => {
      if (!('openapiObject' in documents)) return documents.swaggerObject
      const { openapiObject } = documents
      return { ...openapiObject, paths: completePaths((openapiObject.paths ?? {}) as Paths) as never }
    },
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: true,
    transformSpecificationClone: false,
    // The document is made once, and the shop may be renamed after that.
    transformSpecification: (document) => ({ ...document, info: { ...document.info, title: brandName() } }),
  })
}
