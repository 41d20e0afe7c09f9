// Builds the HTTP application from settings and components. It opens nothing and does not listen itself.
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { jsonSchemaTransform, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { termsVersion } from '../../content/page-texts.ts'
import type { Settings } from '../../protocol/settings.ts'
import { takeWaitingConnections } from '../base/accept-queue.ts'
import { type Config, SOCIAL_STAND_IN_PATH } from '../base/config.ts'
import { CONNECTION_LIMITS } from '../base/connection-limits.ts'
import { newId } from '../base/ids.ts'
import { nonDefaultRealtimePort, originAllowed } from '../base/site-origin.ts'
import type { ReloadableCatalogue } from '../catalogue/reloadable-catalogue.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseClock } from '../db/database-clock.ts'
import { createDiskWatch } from '../db/disk-watch.ts'
import { type Assets, assetRoutes, itemPictureRoute, openAssets, otherBuildsRoutes } from '../documents/assets.ts'
import { battlePictureRoute } from '../documents/battle-pictures.ts'
import { createCachedServer } from '../documents/cached-server.ts'
import { caseContentsRoute } from '../documents/case-contents.ts'
import { type Documents, languageRoute } from '../documents/documents.ts'
import { createDrawnPictures } from '../documents/drawn-pictures.ts'
import type { Drawer } from '../documents/picture-drawer.ts'
import { searchRoutes } from '../documents/search.ts'
import { serviceWorkerRoute } from '../documents/service-worker.ts'
import { sharePictureRoute } from '../documents/share-pictures.ts'
import { addressOfRequest } from '../http/address.ts'
import { cookieJar } from '../http/cookies.ts'
import { type CsrfOptions, csrf } from '../http/csrf.ts'
import type { Drain } from '../http/drain.ts'
import { handleErrors } from '../http/error-handler.ts'
import { identity, languageOf } from '../http/identity.ts'
import {
  addressLimit,
  type CountedOver,
  limitByAddress,
  limitByPlayer,
  openLimits,
  playerLimit,
  spanLimit,
} from '../http/limits.ts'
import { securityHeaders, setHeaders } from '../http/security-headers.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { measureCached, measureHttp } from '../metrics/measure-http.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { PaymentModule } from '../payments/providers.ts'
import { accountRoutes } from '../routes/account.ts'
import { authRoutes } from '../routes/auth.ts'
import { battleRoutes } from '../routes/battles.ts'
import { bonusesRoutes } from '../routes/bonuses.ts'
import { calendarRoutes } from '../routes/calendar.ts'
import { caseRoutes } from '../routes/case.ts'
import { contractRoutes } from '../routes/contract.ts'
import { fairnessRoutes } from '../routes/fairness.ts'
import { freeCaseRoutes } from '../routes/free-case.ts'
import { healthRoutes } from '../routes/health.ts'
import { inventoryRoutes } from '../routes/inventory.ts'
import { leaderboardRoutes } from '../routes/leaderboard.ts'
import { limitsRoutes } from '../routes/limits.ts'
import { liveRoutes } from '../routes/live.ts'
import { missionsRoutes } from '../routes/missions.ts'
import { notificationRoutes } from '../routes/notification.ts'
import { paymentRoutes } from '../routes/payment.ts'
import { paymentWebhook } from '../routes/payment-webhook.ts'
import { personalDataRoutes } from '../routes/personal-data.ts'
import { profileRoutes } from '../routes/profile.ts'
import { pushRoutes } from '../routes/push.ts'
import { raffleRoutes } from '../routes/raffle.ts'
import { referralLink, referralRoutes } from '../routes/referral.ts'
import { rewardsRoutes } from '../routes/rewards.ts'
import { settingsRoute } from '../routes/settings.ts'
import { sharingRoutes } from '../routes/sharing.ts'
import { upgradeRoutes } from '../routes/upgrade.ts'
import { userRoutes } from '../routes/user.ts'
import { wheelRoutes } from '../routes/wheel.ts'
import { withdrawalRoutes } from '../routes/withdrawal.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import type { Services } from '../services/services.ts'
import type { TradeModule } from '../trade/providers.ts'
import type { SteamModule } from './steam-module.ts'

const BODY_LIMIT_BYTES = 64 * 1024

/** Turning push messages on or off, and tests, by player. */
const PUSH_CALLS_PER_MINUTE = 30

/** Between two emotes of a player. */
const EMOTE_SPAN_MS = 2_000

/** Of shared results, by address: a player looks at two of each, a messenger's robot at one. */
const PICTURES_PER_MINUTE = 60

/** Home pages with what a reader looks for, by address, where they are not in memory: only readers without scripts ask for them. */
const SEARCHES_PER_MINUTE = 60

export interface AppParts {
  readonly config: Config & { readonly secret: string }
  readonly db: Database
  /** Undefined when this is the only instance. */
  readonly instances: CountedOver | undefined
  readonly catalogue: ReloadableCatalogue
  readonly services: Services
  readonly jobs: Pick<Jobs, 'orderPolling' | 'raffles' | 'battles'>
  readonly steam: SteamModule
  readonly payments: PaymentModule
  readonly trade: TradeModule
  readonly documents: Documents
  /** Draws the pictures of shared results. */
  readonly drawer: Drawer
  /** Folder with the built scripts, styles, pictures and sounds. */
  readonly assets: string
  /** Folder with all builds, whose hashed files are served too; undefined in development. */
  readonly builds: string | undefined
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly drain: Drain
  readonly now: () => number
  readonly databaseClock: Pick<DatabaseClock, 'aheadMs' | 'isWrong'>
  /** Undefined where the machine's clock counts. */
  readonly clock: SandboxClock | undefined
}

function settingsOf(config: Config, now: () => number): Settings {
  return {
    sitename: config.siteName,
    mode: config.mode,
    realtimePort: nonDefaultRealtimePort(config),
    social: config.social,
    now: now(),
  }
}

/** Registers the calls below /api with their guards. */
async function apiRoutes(app: FastifyInstance, parts: AppParts): Promise<void> {
  const { config, services, now } = parts
  const jar = cookieJar(config.mode)
  const guard: CsrfOptions = { secret: config.secret, jar, originAllowed: originAllowed(config) }
  limitByAddress(app, config.callsPerMinute)
  await app.register(identity, { sessions: services.sessions, jar })
  await app.register(csrf, guard)
  limitByPlayer(app, config.actionsPerMinute)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })

  const api = app.withTypeProvider<ZodTypeProvider>()
  settingsRoute(api, () => settingsOf(config, now))
  authRoutes(api, services, { ...parts.steam, csrf: guard, siteUrl: config.siteUrl, termsVersion: termsVersion(), now })
  userRoutes(api, services, jar)
  accountRoutes(api, services)
  personalDataRoutes(api, services)
  profileRoutes(api, services)
  caseRoutes(api, services)
  inventoryRoutes(api, services)
  upgradeRoutes(api, services)
  withdrawalRoutes(api, services)
  contractRoutes(api, services)
  liveRoutes(api, services)
  fairnessRoutes(api, services)
  notificationRoutes(api, services)
  paymentRoutes(api, services, parts.jobs.orderPolling)
  limitsRoutes(api, services)
  bonusesRoutes(api, services)
  raffleRoutes(api, services)
  battleRoutes(api, services, { now, emoteLimit: spanLimit(app, 'emote', EMOTE_SPAN_MS) })
  leaderboardRoutes(api, services)
  referralRoutes(api, services, jar)
  freeCaseRoutes(api, services)
  calendarRoutes(api, services)
  missionsRoutes(api, services)
  rewardsRoutes(api, services)
  wheelRoutes(api, services)
  sharingRoutes(api, services)
  pushRoutes(api, services, playerLimit(app, 'push', PUSH_CALLS_PER_MINUTE))
}

async function apiDocs(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.apiDocs) return
  await app.register(swagger, {
    openapi: { info: { title: config.siteName, version: '1' } },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}

/** Registers the stand-ins and the clock of a sandbox. Live mode has none of them. */
async function sandboxRoutes(app: FastifyInstance, parts: AppParts): Promise<void> {
  const { config, payments, trade, steam, clock } = parts
  if (payments.standIn !== undefined) await app.register(payments.standIn, { prefix: '/sandbox/payment', languageOf })
  if (trade.standIn !== undefined) await app.register(trade.standIn, { prefix: '/sandbox/trade', languageOf })
  if (steam.standIn !== undefined) await app.register(steam.standIn, { prefix: '/sandbox/steam', languageOf })
  if (config.mode === 'sandbox') {
    const { socialStandIn } = await import('../sandbox/social.ts')
    await app.register(socialStandIn, { prefix: SOCIAL_STAND_IN_PATH, languageOf })
  }
  if (clock !== undefined) {
    const onMove = async () => {
      await parts.jobs.raffles.runOnce()
      await parts.jobs.battles.runOnce()
    }
    await app.register(clock.calls, { prefix: '/sandbox/clock', onMove, isOwnOrigin: originAllowed(config) })
  }
}

/** Builds the whole HTTP application, ready to listen or to be injected into. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config } = parts
  let stopping = false
  const assets = await openAssets(parts.assets)
  const headers = securityHeaders(config.mode)
  const { drain } = parts
  const server = createCachedServer({
    caches: [parts.documents.find, assets.find],
    headers,
    drain,
    ...CONNECTION_LIMITS,
  })
  const app: FastifyInstance = fastify({
    serverFactory: server.serverFactory,
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The address that the outermost trusted proxy saw; anything before it in the header may be forged.
    trustProxy: config.trustProxy === 0 ? false : (_address: string, hop: number) => hop < config.trustProxy,
    genReqId: () => newId(),
    return503OnClosing: false,
    rewriteUrl: addressOfRequest,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  })
  app.setValidatorCompiler(validatorCompiler)
  // Replies are made and typed by us: validating them again would only cost time.
  app.setSerializerCompiler(() => JSON.stringify)
  // Bodies are JSON only; there are no uploads.
  app.removeContentTypeParser('text/plain')
  const disks = createDiskWatch(config.dataDir, parts.db.kind, () => performance.now())
  handleErrors(app, (code, error) => {
    parts.metrics.refusals.inc({ code })
    disks.observe(error)
  })
  measureHttp(app, parts.metrics)
  measureCached(parts.metrics, server.answered)
  app.addHook('preClose', async () => {
    stopping = true
    server.stop()
    await takeWaitingConnections(app.server)
  })
  setHeaders(app, headers)
  await app.register(cookie)
  await openLimits(app, parts.instances)
  await apiDocs(app, config)
  await app.register((api) => apiRoutes(api, parts), { prefix: '/api' })
  await app.register(paymentWebhook, {
    prefix: '/api/payment/webhook',
    providers: parts.payments.providers,
    settlement: parts.services.settlement,
    limit: addressLimit(app, 'webhooks', config.callsPerMinute),
  })
  await sandboxRoutes(app, parts)
  const redisState = () => parts.instances?.redis?.state() ?? 'off'
  healthRoutes(app, {
    db: parts.db,
    catalogue: parts.catalogue,
    isStopping: () => stopping || drain.isLeaving(),
    redisState,
    disks,
    clock: parts.databaseClock,
  })
  pageRoutes(app, parts, assets)
  return app
}

/** Adds the pictures that are drawn when they are asked for. */
function pictureRoutes(app: FastifyInstance, parts: AppParts, assets: Assets): void {
  const { config, catalogue, services, drawer, log } = parts
  const pictures = createDrawnPictures({ drawer, log })
  const limit = addressLimit(app, 'pictures', PICTURES_PER_MINUTE)
  const { siteUrl, mode } = config
  const skinOf = (id: string) => catalogue.current.catalogue.skins.get(id)
  sharePictureRoute(app, { pictures, find: services.shares.find, skinOf, siteUrl }, limit)
  const crateOf = async (image: string): Promise<string | undefined> => {
    const name = `assets/img/cases/${image}`
    if (!assets.names.includes(name)) return undefined
    return (await assets.load(name)).variants.identity.body().toString()
  }
  const find = services.battles.views.card
  battlePictureRoute(app, { pictures, find, crateOf, siteUrl, isPlayMoney: mode === 'sandbox' }, limit)
}

function pageRoutes(app: FastifyInstance, parts: AppParts, assets: Assets): void {
  const { config, catalogue, documents, services } = parts
  catalogue.onChange(() => documents.dropRendered())
  // The home page shows them.
  services.caseCounts.onChange(() => documents.dropRendered('/'))
  assetRoutes(app, assets)
  serviceWorkerRoute(app, config.serviceWorker, parts.assets)
  searchRoutes(app, { mode: config.mode, siteUrl: config.siteUrl, catalogue })
  caseContentsRoute(app, { shop: services.shop, catalogue })
  itemPictureRoute(app, (id) => catalogue.current.catalogue.skins.get(id))
  languageRoute(app, config.mode === 'live')
  referralLink(app, cookieJar(config.mode))
  pictureRoutes(app, parts, assets)
  const limits = {
    pages: addressLimit(app, 'pages', config.pagesPerMinute),
    searches: addressLimit(app, 'searches', SEARCHES_PER_MINUTE),
  }
  if (parts.builds !== undefined) otherBuildsRoutes(app, parts.builds, limits.pages)
  app.setNotFoundHandler(async (request, reply) => {
    const wantsDocument = request.method === 'GET' || request.method === 'HEAD'
    if (wantsDocument && !request.url.startsWith('/api/')) return documents.answer(request, reply, limits)
    return reply.code(404).send({
      success: false,
      code: 'unknown-call',
      message: `There is no ${request.method} ${request.url.split('?')[0]}`,
      id: request.id,
    })
  })
}
