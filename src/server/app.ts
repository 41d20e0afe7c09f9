// Builds the HTTP side from settings and components handed to it. It opens nothing and listens to nothing itself.
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { jsonSchemaTransform, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Settings } from '../contract/settings.ts'
import type { CatalogueHolder } from './catalogue/catalogue-holder.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { answerAhead } from './documents/ahead.ts'
import { assetRoutes, itemPictureRoute } from './documents/assets.ts'
import { type Documents, languageRoute } from './documents/documents.ts'
import { searchRoutes } from './documents/search.ts'
import { routableAddress } from './http/address.ts'
import { cookieJar } from './http/cookies.ts'
import { type CsrfOptions, csrf } from './http/csrf.ts'
import { answerFaults } from './http/faults.ts'
import { identity, languageOf } from './http/identity.ts'
import { limitAddresses, limitPlayers } from './http/limits.ts'
import { newId } from './ids.ts'
import { measureAhead, measureHttp } from './metrics/measure-http.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { PaymentSide } from './payments/providers.ts'
import type { Redis } from './redis/redis.ts'
import { accountRoutes } from './routes/account.ts'
import { authRoutes } from './routes/auth.ts'
import { bonusesRoutes } from './routes/bonuses.ts'
import { calendarRoutes } from './routes/calendar.ts'
import { caseRoutes } from './routes/case.ts'
import { contractRoutes } from './routes/contract.ts'
import { fairnessRoutes } from './routes/fairness.ts'
import { freeCaseRoutes } from './routes/free-case.ts'
import { healthRoutes } from './routes/health.ts'
import { inventoryRoutes } from './routes/inventory.ts'
import { limitsRoutes } from './routes/limits.ts'
import { liveRoutes } from './routes/live.ts'
import { missionsRoutes } from './routes/missions.ts'
import { notificationRoutes } from './routes/notification.ts'
import { paymentRoutes } from './routes/payment.ts'
import { paymentWebhook } from './routes/payment-webhook.ts'
import { profileRoutes } from './routes/profile.ts'
import { raffleRoutes } from './routes/raffle.ts'
import { referralLink, referralRoutes } from './routes/referral.ts'
import { rewardsRoutes } from './routes/rewards.ts'
import { settingsRoute } from './routes/settings.ts'
import { upgradeRoutes } from './routes/upgrade.ts'
import { userRoutes } from './routes/user.ts'
import { wheelRoutes } from './routes/wheel.ts'
import { withdrawalRoutes } from './routes/withdrawal.ts'
import type { Services } from './services/services.ts'
import { namedRealtimePort, originAllowed } from './site-origin.ts'
import type { SteamSide } from './steam-side.ts'
import type { TradeSide } from './trade/providers.ts'

const BODY_LIMIT_BYTES = 64 * 1024

/**
 * Nothing here looks, listens, locates or pays through the browser, and nothing that is framed may. Bluetooth is not named: browsers
 * that lack it warn of that on every page, and those that have it ask before they use it.
 */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'display-capture']
  .map((feature) => `${feature}=()`)
  .join(', ')

export interface AppParts {
  readonly config: Config & { readonly secret: string }
  readonly db: Database
  /** Undefined where this is the only instance. */
  readonly redis: Redis | undefined
  readonly catalogue: CatalogueHolder
  readonly services: Services
  readonly steam: SteamSide
  readonly payments: PaymentSide
  readonly trade: TradeSide
  readonly documents: Documents
  /** Folder with the built scripts, styles, pictures and sounds. */
  readonly assets: string
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly now: () => number
}

function settingsOf(config: Config, now: () => number): Settings {
  return {
    sitename: config.siteName,
    mode: config.mode,
    realtimePort: namedRealtimePort(config),
    social: config.social,
    now: now(),
  }
}

async function secure(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    // Documents bring a policy of their own; everything else may do nothing at all.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: config.mode === 'live' ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.setHeader('permissions-policy', PERMISSIONS)
  })
  await app.register(cookie)
}

/** The calls below /api, with everything that guards them. */
async function apiRoutes(app: FastifyInstance, parts: AppParts): Promise<void> {
  const { config, services, now } = parts
  const jar = cookieJar(config.mode)
  const guard: CsrfOptions = { secret: config.secret, jar, originAllowed: originAllowed(config) }
  await limitAddresses(app, config.callsPerMinute, parts.redis)
  await app.register(identity, { sessions: services.sessions, jar })
  await app.register(csrf, guard)
  limitPlayers(app, config.actionsPerMinute)
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store')
  })

  const api = app.withTypeProvider<ZodTypeProvider>()
  settingsRoute(api, () => settingsOf(config, now))
  authRoutes(api, services, { ...parts.steam, csrf: guard, siteUrl: config.siteUrl, now })
  userRoutes(api, services, jar)
  accountRoutes(api, services)
  profileRoutes(api, services)
  caseRoutes(api, services)
  inventoryRoutes(api, services)
  upgradeRoutes(api, services)
  withdrawalRoutes(api, services)
  contractRoutes(api, services)
  liveRoutes(api, services)
  fairnessRoutes(api, services)
  notificationRoutes(api, services)
  paymentRoutes(api, services)
  limitsRoutes(api, services)
  bonusesRoutes(api, services)
  raffleRoutes(api, services)
  referralRoutes(api, services, jar)
  freeCaseRoutes(api, services)
  calendarRoutes(api, services)
  missionsRoutes(api, services)
  rewardsRoutes(api, services)
  wheelRoutes(api, services)
}

async function apiDocs(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.apiDocs) return
  await app.register(swagger, {
    openapi: { info: { title: config.siteName, version: '1' } },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}

/** The whole HTTP side, ready to listen or to be injected into. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config } = parts
  let stopping = false
  const app: FastifyInstance = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The address that the outermost of our proxies saw; what stands before it in the header was written by anybody.
    trustProxy: config.trustProxy === 0 ? false : (_address: string, hop: number) => hop < config.trustProxy,
    genReqId: () => newId(),
    requestTimeout: 30_000,
    return503OnClosing: false,
    rewriteUrl: (request) => routableAddress(request.url ?? '/'),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  })
  app.setValidatorCompiler(validatorCompiler)
  // Replies are ours and typed by the contract: parsing them again would only cost time.
  app.setSerializerCompiler(() => JSON.stringify)
  // JSON alone: a text would be read as one, and nobody sends files.
  app.removeContentTypeParser('text/plain')
  answerFaults(app, (code) => parts.metrics.refusals.inc({ code }))
  measureHttp(app, parts.metrics)
  app.addHook('preClose', async () => {
    stopping = true
  })
  await secure(app, config)
  await apiDocs(app, config)
  await app.register((api) => apiRoutes(api, parts), { prefix: '/api' })
  const { providers, standIn: paymentPages } = parts.payments
  await app.register(paymentWebhook, {
    prefix: '/api/payment/webhook',
    providers,
    settlement: parts.services.settlement,
  })
  if (paymentPages !== undefined) await app.register(paymentPages, { prefix: '/sandbox/payment', languageOf })
  const tradePages = parts.trade.standIn
  if (tradePages !== undefined) await app.register(tradePages, { prefix: '/sandbox/trade', languageOf })
  if (parts.steam.standIn !== undefined) {
    await app.register(parts.steam.standIn, { prefix: '/sandbox/steam', languageOf })
  }
  const redisState = () => parts.redis?.state() ?? 'off'
  healthRoutes(app, { db: parts.db, catalogue: parts.catalogue, isStopping: () => stopping, redisState })
  await pageRoutes(app, parts)
  return app
}

async function pageRoutes(app: FastifyInstance, parts: AppParts): Promise<void> {
  const { config, catalogue, documents } = parts
  catalogue.onChange(() => documents.dropRendered())
  const assets = await assetRoutes(app, parts.assets)
  measureAhead(parts.metrics, answerAhead(app, [documents.find, assets]))
  searchRoutes(app, { mode: config.mode, siteUrl: config.siteUrl, catalogue })
  itemPictureRoute(app, (id) => catalogue.current.catalogue.skins.get(id))
  languageRoute(app, config.mode === 'live')
  referralLink(app, cookieJar(config.mode))
  app.setNotFoundHandler(async (request, reply) => {
    const wantsDocument = request.method === 'GET' || request.method === 'HEAD'
    if (wantsDocument && !request.url.startsWith('/api/')) return documents.answer(request, reply)
    return reply.code(404).send({
      success: false,
      code: 'unknown-call',
      message: `There is no ${request.method} ${request.url.split('?')[0]}`,
      id: request.id,
    })
  })
}
