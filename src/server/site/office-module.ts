// Opens the office of a site on its own port.
import type { FastifyBaseLogger } from 'fastify'
import { brandName } from '../../i18n/text.ts'
import type { AlertSenders } from '../alerts/senders.ts'
import type { SiteEvents } from '../base/events.ts'
import { codeOf } from '../base/operator-error.ts'
import type { ActiveCatalogue } from '../catalogue/loaded-catalogue.ts'
import { createPriceSources } from '../catalogue/prices/price-sources.ts'
import type { OfficeSettings } from '../config/config.ts'
import type { SecretConfig } from '../config/secret.ts'
import type { Database } from '../db/database.ts'
import { closeApp } from '../http/close-app.ts'
import { LISTEN_BACKLOG } from '../network/listen-backlog.ts'
import { listenError } from '../network/listen-error.ts'
import { firstAddress, listenAtSecondAddress } from '../network/listen-host.ts'
import { buildOfficeApp } from '../office/office-app.ts'
import type { OfficePages } from '../office/office-documents.ts'
import type { Redis } from '../redis/redis.ts'
import type { ActSources } from '../services/office/office-acts.ts'
import { createOfficeServices } from '../services/office/services.ts'
import { ratesFolder } from '../shop/shop-files.ts'
import type { TradeModule } from '../trade/providers.ts'
import type { Machine } from './machine-module.ts'

export interface OfficeModuleParts extends ActSources {
  readonly config: SecretConfig
  readonly db: Database
  readonly now: () => number
  readonly redis: Redis | undefined
  readonly events: SiteEvents
  readonly catalogue: Pick<ActiveCatalogue, 'current'>
  readonly trade: Pick<TradeModule, 'provider'>
  /** The ways to tell members what waits. */
  readonly senders: AlertSenders
  readonly machine: Pick<Machine, 'security' | 'system'>
  /** Undefined: no office is served. */
  readonly pages: OfficePages | undefined
  readonly log: FastifyBaseLogger
}

export interface OfficeModule {
  /** The address that staff opens. */
  readonly url: string
  close(): Promise<void>
}

/** Returns the services and the app of an office, which does not listen yet. */
export async function makeOffice(parts: OfficeModuleParts, office: OfficeSettings, pages: OfficePages) {
  const { config, db, now, redis, log, refunds, shop, events, catalogue, trade, senders, machine } = parts
  const { hostname: id, origin } = new URL(office.url)
  const party = {
    get name() {
      return `${brandName()} Office`
    },
    id,
    origin,
  }
  const services = createOfficeServices({
    db,
    now,
    party,
    siteName: brandName,
    log,
    mode: config.mode,
    timeZone: config.timeZone,
    refunds,
    shop,
    events,
    catalogue: () => catalogue.current,
    isChecking: config.withdrawalChecks,
    trade: trade.provider,
    senders,
    system: machine.system,
    prices: {
      source: () => createPriceSources(config.prices?.from ?? [], globalThis.fetch),
      ratesFolder: ratesFolder(config.shopDir),
    },
  })
  return {
    services,
    app: await buildOfficeApp({
      ...{ config, office, services, pages, redis, log },
      security: machine.security,
      brand: () => shop.texts.current.brand,
    }),
  }
}

/**
 * Opens the office and listens.
 *
 * @returns null where it is off, and where the default port is taken: another instance on this machine has the office
 * @throws OperatorError when a port that the operator set is taken
 */
export async function openOffice(parts: OfficeModuleParts): Promise<OfficeModule | null> {
  const { config, log } = parts
  const { office } = config
  if (office === undefined || parts.pages === undefined) return null
  const { app } = await makeOffice(parts, office, parts.pages)
  const { port, host, isAsked, url } = office
  try {
    await app.listen({ port, host: firstAddress(host), backlog: LISTEN_BACKLOG })
    const second = await listenAtSecondAddress(app.server, host)
    return { url, close: () => closeApp(app, second) }
  } catch (error) {
    await app.close()
    if (codeOf(error) !== 'EADDRINUSE' || isAsked) {
      throw listenError(error, { portSetting: 'OFFICE_PORT', hostSetting: 'OFFICE_HOST', port, host })
    }
    log.warn({ port }, 'the port of the office is taken, so this process has none: give it another OFFICE_PORT')
    return null
  }
}
