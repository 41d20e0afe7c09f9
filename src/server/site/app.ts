// Builds the HTTP application from settings and components. It opens nothing and does not listen itself.
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { TextsSource } from '../../content/shop-texts.ts'
import type { Language } from '../../game/base/language.ts'
import { wornItemName } from '../../game/catalogue/display-name.ts'
import { isShopPart, methodSwitch } from '../../game/office/switches.ts'
import { defaultCurrencies } from '../../game/payments/payment-rules.ts'
import type { Settings } from '../../protocol/settings.ts'
import { newId } from '../base/ids.ts'
import type { ActiveCatalogue } from '../catalogue/loaded-catalogue.ts'
import { SOCIAL_STAND_IN_PATH } from '../config/config.ts'
import type { SecretConfig } from '../config/secret.ts'
import { nonDefaultRealtimePort, originAllowed } from '../config/site-origin.ts'
import { accountsOf } from '../config/social-accounts.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseClock } from '../db/database-clock.ts'
import { createDiskWatch } from '../db/disk-watch.ts'
import {
  type Assets,
  assetRoutes,
  ITEM_PICTURES,
  itemPictureRoute,
  openAssets,
  otherBuildsRoutes,
} from '../documents/assets.ts'
import { battlePictureRoute } from '../documents/battle-pictures.ts'
import { brandFileRoutes, showsBrand } from '../documents/brand-files.ts'
import { caseContentsRoute } from '../documents/case-contents.ts'
import { type CratePictures, crateRoutes, createCratePictures, withCrates } from '../documents/crate-pictures.ts'
import { CASE_LISTS, type Documents, languageRoute } from '../documents/documents.ts'
import { createDrawnPictures } from '../documents/drawn-pictures.ts'
import { linkPictureRoute } from '../documents/link-pictures.ts'
import type { Drawer } from '../documents/picture-drawer.ts'
import { answerPreview, guardPreviews, previewOf, previewRoutes } from '../documents/preview-routes.ts'
import type { Previews } from '../documents/previews.ts'
import { searchRoutes } from '../documents/search.ts'
import { serviceWorkerRoute } from '../documents/service-worker.ts'
import { sharePictureRoute } from '../documents/share-pictures.ts'
import { textPictureRoute } from '../documents/text-pictures.ts'
import { transparencyFiles } from '../documents/transparency-files.ts'
import { addressOfRequest } from '../http/address.ts'
import { registerApiDocs } from '../http/api-docs.ts'
import { rememberCampaign } from '../http/campaign-cookie.ts'
import { cookieJar } from '../http/cookies.ts'
import { type CsrfOptions, csrf } from '../http/csrf.ts'
import { type Drain, drainApp } from '../http/drain.ts'
import { handleErrors } from '../http/error-handler.ts'
import { identity, languageOf } from '../http/identity.ts'
import { createLimitedServer } from '../http/limited-server.ts'
import { addressLimit, limitByAddress, limitByPlayer, openLimits } from '../http/limits.ts'
import { createResponseHeaders, setResponseHeaders } from '../http/response-headers.ts'
import { countSecurity } from '../http/security-log.ts'
import { createSwitchGate, gateBySwitches } from '../http/switch-gate.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { measureHttp } from '../metrics/measure-http.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { takeWaitingConnections } from '../network/accept-queue.ts'
import { settleForwarded } from '../network/caller-address.ts'
import type { PaymentModule } from '../payments/providers.ts'
import type { Redis } from '../redis/redis.ts'
import { FEATURES } from '../routes/features.ts'
import { healthRoutes } from '../routes/health.ts'
import { paymentWebhook } from '../routes/payments/payment-webhook.ts'
import { referralLink } from '../routes/referral.ts'
import type { RouteParts } from '../routes/routes.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import type { SecurityCounts } from '../services/operations/security-counts.ts'
import { itemView } from '../services/rolls/item-view.ts'
import type { Services } from '../services/services.ts'
import type { CrateSources } from '../shop/crates.ts'
import type { TradeModule } from '../trade/providers.ts'
import type { SteamModule } from './steam-module.ts'

const BODY_LIMIT_BYTES = 64 * 1024

/** Of shared results, by address: a player looks at two of each, a messenger's robot at one. */
const PICTURES_PER_MINUTE = 60

/**
 * What readers look for among cases, by address, where it is not in memory: players of one network ask with each pause in typing. Results take
 * 2 to 8 ms of the processor, with the home page around them 25.
 */
const SEARCHES_PER_MINUTE = 240

export interface AppParts {
  readonly config: SecretConfig
  readonly db: Database
  /** What instances share; undefined when this is the only one. */
  readonly redis: Redis | undefined
  readonly catalogue: ActiveCatalogue
  /** What pictures of crates are drawn from. */
  readonly crates: CrateSources
  readonly services: Services
  readonly jobs: Pick<Jobs, 'orderPolling' | 'raffles' | 'battles'>
  /** Puts cases on and off sale by the clock. */
  readonly followTimes: () => Promise<void>
  readonly steam: SteamModule
  readonly payments: PaymentModule
  readonly trade: TradeModule
  /** What the shop may edit. */
  readonly texts: TextsSource
  readonly documents: Documents
  /** Drafts as staff may look at them. */
  readonly previews: Previews
  /** Draws the pictures of shared results. */
  readonly drawer: Drawer
  /** Folder with the built scripts, styles, pictures and sounds. */
  readonly assets: string
  /** Folder with all builds, whose hashed files are served too; undefined in development. */
  readonly builds: string | undefined
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly drain: Drain
  /** Counts events of security; without it they are only logged. */
  readonly security?: SecurityCounts
  readonly now: () => number
  readonly databaseClock: Pick<DatabaseClock, 'aheadMs' | 'isWrong'>
  /** Undefined where the machine's clock counts. */
  readonly clock: SandboxClock | undefined
}

function settingsOf({
  config,
  catalogue,
  payments,
  services: { switches },
  texts: {
    current: { brand },
  },
  now,
}: Pick<AppParts, 'config' | 'catalogue' | 'payments' | 'services' | 'texts' | 'now'>): Settings {
  const offered = payments.providers.flatMap(({ methods }) => methods.flatMap(({ currencies }) => currencies))
  const titles = new Map<string, string>(
    payments.providers.flatMap(({ name: provider, methods }) =>
      methods.map(({ name, title }) => [methodSwitch(provider, name), title] as const),
    ),
  )
  return {
    sitename: brand.name,
    mode: config.mode,
    realtimePort: nonDefaultRealtimePort(config),
    social: accountsOf(config, brand),
    languages: brand.languages,
    defaultCurrency: defaultCurrencies([brand.currency, catalogue.current.payments.defaultCurrency], new Set(offered)),
    // A way to deposit that was removed while it was off is nothing that players could miss.
    off: switches.list().flatMap(({ name, words, untilMs: until }) => {
      const title = titles.get(name) ?? null
      return title === null && !isShopPart(name) ? [] : [{ name, title, words, until }]
    }),
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
  const gate = createSwitchGate(services)
  gateBySwitches(app, gate)
  guardPreviews(app, parts.previews)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })

  const { signIn, profileOf } = parts.steam
  const routeParts: RouteParts = {
    services,
    csrf: guard,
    steam: { signIn, profileOf },
    polling: parts.jobs.orderPolling,
    siteUrl: config.siteUrl,
    gate,
    termsVersion: () => parts.texts.current.termsVersion,
    settings: () => settingsOf(parts),
    now,
    previewCatalogue: async (request) => (await previewOf(parts.previews, request))?.catalogue,
  }
  for (const routes of FEATURES) {
    await app.register(async (api) => routes(api.withTypeProvider<ZodTypeProvider>(), routeParts))
  }
}

/** Registers the stand-ins and the clock of a sandbox. Live mode has none of them. */
async function sandboxRoutes(app: FastifyInstance, parts: AppParts): Promise<void> {
  const { config, catalogue, payments, trade, steam, clock } = parts
  if (payments.standIn !== undefined) await app.register(payments.standIn, { prefix: '/sandbox/payment', languageOf })
  if (trade.standIn !== undefined) {
    const itemText = (name: string, language: Language): string => {
      const item = [...catalogue.current.catalogue.items.values()].find(({ marketHashName }) => marketHashName === name)
      return item === undefined ? name : wornItemName(itemView(item), language)
    }
    await app.register(trade.standIn, { prefix: '/sandbox/trade', languageOf, itemText })
  }
  if (steam.standIn !== undefined) await app.register(steam.standIn, { prefix: '/sandbox/steam', languageOf })
  if (config.mode === 'sandbox') {
    const { socialStandIn } = await import('../sandbox/social.ts')
    await app.register(socialStandIn, { prefix: SOCIAL_STAND_IN_PATH, languageOf })
  }
  if (clock !== undefined) {
    const onMove = async () => {
      await parts.followTimes()
      await parts.jobs.raffles.runOnce()
      await parts.jobs.battles.runOnce()
      await parts.services.announcements.refresh()
    }
    await app.register(clock.calls, { prefix: '/sandbox/clock', onMove, isOwnOrigin: originAllowed(config) })
  }
}

/** Builds the whole HTTP application, ready to listen or to be injected into. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config } = parts
  let stopping = false
  const assets = await openAssets(parts.assets)
  const headers = createResponseHeaders(config.mode)
  const settle = settleForwarded(config.trustProxy)
  const app: FastifyInstance = fastify({
    serverFactory: (handle) => createLimitedServer(handle, { headers }),
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The header holds the one address that a trusted proxy saw: settleForwarded has replaced what was in it.
    trustProxy: config.trustProxy === 0 ? false : (_address: string, hop: number) => hop === 0,
    genReqId: () => newId(),
    return503OnClosing: false,
    rewriteUrl: (request) => {
      if (config.trustProxy !== 0) settle(request)
      return addressOfRequest(request)
    },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  })
  app.setValidatorCompiler(validatorCompiler)
  // Replies are made and typed by us: validating them again would only cost time.
  app.setSerializerCompiler(() => JSON.stringify)
  // Bodies are JSON only; there are no uploads.
  app.removeContentTypeParser('text/plain')
  const disks = createDiskWatch(config.dataDir, parts.db.kind, () => performance.now())
  if (parts.security !== undefined) countSecurity(app, parts.security, 'site')
  handleErrors(app, (code, error) => {
    parts.metrics.refusals.inc({ code })
    disks.observe(error)
  })
  measureHttp(app, parts.metrics)
  app.addHook('preClose', async () => {
    stopping = true
    await takeWaitingConnections(app.server)
  })
  setResponseHeaders(app, headers)
  drainApp(app, parts.drain)
  await app.register(cookie)
  await openLimits(app, parts.redis)
  if (config.apiDocs) await registerApiDocs(app, config)
  await app.register((api) => apiRoutes(api, parts), { prefix: '/api' })
  await app.register(paymentWebhook, {
    prefix: '/api/payment/webhook',
    providers: parts.payments.providers,
    settlement: parts.services.settlement,
    limit: addressLimit(app, 'webhooks', config.callsPerMinute),
  })
  await sandboxRoutes(app, parts)
  const redisState = () => parts.redis?.state() ?? 'off'
  healthRoutes(app, {
    db: parts.db,
    catalogue: parts.catalogue,
    isStopping: () => stopping || parts.drain.isLeaving(),
    redisState,
    disks,
    clock: parts.databaseClock,
  })
  await pageRoutes(app, parts, assets)
  return app
}

/** Adds the pictures that are drawn when they are asked for. */
async function pictureRoutes(
  app: FastifyInstance,
  parts: AppParts,
  assets: Assets,
  crates: CratePictures,
): Promise<void> {
  const { config, catalogue, services, drawer, texts, log } = parts
  const pictures = createDrawnPictures({ drawer, log })
  const limit = addressLimit(app, 'pictures', PICTURES_PER_MINUTE)
  const { siteUrl, mode } = config
  const skinOf = (id: string) => catalogue.current.catalogue.skins.get(id)
  sharePictureRoute(app, { pictures, find: services.shares.find, skinOf, texts, siteUrl }, limit)
  const crateOf = async (image: string): Promise<string | undefined> => {
    const name = `assets/img/cases/${image}`
    const file = crates.draw(image) ?? (assets.names.includes(name) ? assets.load(name) : undefined)
    return (await file)?.variants.identity.body().toString()
  }
  const find = services.battles.views.card
  battlePictureRoute(app, { pictures, find, crateOf, texts, siteUrl, isPlayMoney: mode === 'sandbox' }, limit)
  const previewed = async (request: FastifyRequest) => (await previewOf(parts.previews, request))?.brand
  brandFileRoutes(app, { assets, pictures, texts, previewed }, limit)
  const { shop } = services
  linkPictureRoute(app, { pictures, shop, texts, crateOf, crates: parts.crates.crates }, limit)
}

async function pageRoutes(app: FastifyInstance, parts: AppParts, assets: Assets): Promise<void> {
  const { config, catalogue, documents, previews, services, texts } = parts
  app.addHook('onClose', texts.onChange(documents.dropAll))
  catalogue.onChange(() => documents.dropRendered())
  services.announcements.onChange(documents.dropAll)
  services.caseCounts.onChange(() => {
    for (const path of CASE_LISTS) documents.dropRendered(path)
  })
  const crates = createCratePictures(parts.crates)
  assetRoutes(app, withCrates(assets, crates), (name) => showsBrand(name) || name.startsWith(ITEM_PICTURES))
  crateRoutes(app, crates, async (request) => (await previewOf(previews, request))?.crates)
  textPictureRoute(app, texts, async (request) => (await previewOf(previews, request))?.pictures)
  serviceWorkerRoute(app, { isOn: config.serviceWorker, documents, texts })
  searchRoutes(app, { mode: config.mode, siteUrl: config.siteUrl, catalogue, texts })
  caseContentsRoute(app, { shop: services.shop, catalogue })
  itemPictureRoute(app, assets, (id) => catalogue.current.catalogue.skins.get(id))
  languageRoute(app, config.mode === 'live')
  await pictureRoutes(app, parts, assets, crates)
  const limits = {
    pages: addressLimit(app, 'pages', config.pagesPerMinute),
    searches: addressLimit(app, 'searches', SEARCHES_PER_MINUTE),
  }
  const jar = cookieJar(config.mode)
  previewRoutes(app, { previews, secret: config.secret, jar, now: parts.now, limit: limits.pages })
  referralLink(app, { ...services, jar: cookieJar(config.mode), limit: limits.pages })
  transparencyFiles(app, services.published, limits.pages)
  if (parts.builds !== undefined) otherBuildsRoutes(app, parts.builds, limits.pages)
  app.setNotFoundHandler((request, reply) => {
    const wantsDocument = request.method === 'GET' || request.method === 'HEAD'
    if (wantsDocument && !request.url.startsWith('/api/')) {
      rememberCampaign(request, reply, jar)
      const preview = answerPreview(request, reply, { previews, documents, limits, jar })
      return preview ?? documents.answer(request, reply, limits)
    }
    return reply.code(404).send({
      success: false,
      code: 'unknown-call',
      message: `There is no ${request.method} ${request.url.split('?')[0]}`,
      id: request.id,
    })
  })
}
