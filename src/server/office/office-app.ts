// Builds the HTTP application of the office. It shares the process with the players' site, and no port, no route, no cookie.
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { LANGUAGES } from '../../game/base/language.ts'
import { newId } from '../base/ids.ts'
import { ProtocolError } from '../base/refusal.ts'
import type { OfficeSettings } from '../config/config.ts'
import type { SecretConfig } from '../config/secret.ts'
import { createLimitedServer } from '../http/limited-server.ts'
import { addressLimit, openLimits } from '../http/limits.ts'
import { issuePreviewPass, type PreviewPass } from '../http/preview-cookie.ts'
import { createResponseHeaders, setResponseHeaders } from '../http/response-headers.ts'
import { countSecurity } from '../http/security-log.ts'
import { settleForwarded } from '../network/caller-address.ts'
import type { Redis } from '../redis/redis.ts'
import type { OfficeServices } from '../services/office/services.ts'
import type { SecurityCounts } from '../services/operations/security-counts.ts'
import { handleOfficeErrors } from './errors.ts'
import { guard, requireVerbs } from './guards.ts'
import { type OfficeBrand, type OfficePages, officeDocuments } from './office-documents.ts'
import { OFFICE_FEATURES } from './routes/features.ts'
import { officeJar } from './routes/routes.ts'

const BODY_LIMIT_BYTES = 64 * 1024

/** Calls and pages a minute of one address. */
const CALLS_PER_MINUTE = 1_200

export interface OfficeAppParts {
  readonly config: Pick<SecretConfig, 'mode' | 'trustProxy' | 'secret' | 'siteUrl'>
  readonly office: Pick<OfficeSettings, 'url'>
  readonly services: OfficeServices
  readonly pages: OfficePages
  /** Returns what the shop looks like now. */
  readonly brand: () => OfficeBrand
  readonly redis: Redis | undefined
  /** Counts events of security. */
  readonly security: SecurityCounts
  readonly log: FastifyBaseLogger
}

/** Sends whoever opened another name of this machine to the office's own: passkeys belong to one host, and refuse an address. */
function requireHost(app: FastifyInstance, url: string): void {
  const { host } = new URL(url)
  app.addHook('onRequest', async (request, reply) => {
    if (request.host === host) return
    if (request.method !== 'GET') throw new ProtocolError(421, 'host', `The office is at ${url}`)
    return reply.redirect(`${url}${request.url}`, 302)
  })
}

/** Builds the whole application, ready to listen or to be injected into. */
export async function buildOfficeApp(parts: OfficeAppParts): Promise<FastifyInstance> {
  const { config, office, services, log } = parts
  const headers = createResponseHeaders(config.mode)
  const settle = settleForwarded(config.trustProxy)
  const app: FastifyInstance = fastify({
    serverFactory: (handle) => createLimitedServer(handle, { headers }),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustProxy === 0 ? false : (_address: string, hop: number) => hop === 0,
    genReqId: () => newId(),
    return503OnClosing: false,
    rewriteUrl: (request) => {
      if (config.trustProxy !== 0) settle(request)
      return request.url ?? '/'
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify)
  app.removeContentTypeParser('text/plain')
  countSecurity(app, parts.security, 'office')
  handleOfficeErrors(app)
  requireVerbs(app)
  // Staff work in all of them.
  setResponseHeaders(app, headers, () => LANGUAGES)
  requireHost(app, office.url)
  await app.register(cookie)
  await openLimits(app, parts.redis)
  app.addHook('onRequest', addressLimit(app, 'office', CALLS_PER_MINUTE))
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('referrer-policy', 'no-referrer')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  const jar = officeJar(office.url)
  guard(app, { services, origin: office.url, cookie: jar.name })
  const preview = (pass: PreviewPass): string =>
    `${config.siteUrl}/preview/${issuePreviewPass(pass, { ...config, now: services.now })}`
  const routeParts = { services, jar, office, mode: config.mode, preview }
  await app.register(
    async (api) => {
      for (const routes of OFFICE_FEATURES) {
        await api.register(async (own) => routes(own.withTypeProvider<ZodTypeProvider>(), routeParts))
      }
    },
    { prefix: '/office/api' },
  )
  await officeDocuments(app, parts.pages, new URL(config.siteUrl).origin, parts.brand)
  return app
}
