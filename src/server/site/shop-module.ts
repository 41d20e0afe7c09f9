// Opens the shop of a site: its edition in force, and the exchange rates. What is accepted or refused is logged.
import type { FastifyBaseLogger } from 'fastify'
import { jobActor } from '../audit/actor.ts'
import { fileChange, siteStart } from '../base/author.ts'
import type { SiteEvents } from '../base/events.ts'
import { formatFault } from '../catalogue/faults.ts'
import type { ImportedIcons } from '../catalogue/icons/icons.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { acceptRates } from '../payments/accepted-rates.ts'
import { openRates, type ReadRates } from '../payments/rates.ts'
import { recordCatalogueIn } from '../services/operations/record-catalogue.ts'
import { type ActiveShop, openShop } from '../shop/active-shop.ts'
import { ratesFolder } from '../shop/shop-files.ts'

interface SiteShopParts {
  readonly config: Config
  readonly pictures: string
  readonly db: Database
  readonly events: SiteEvents
  readonly icons: ImportedIcons
  readonly now: () => number
  readonly metrics: Metrics
  readonly log: FastifyBaseLogger
}

/** Opens the shop, and follows its newer editions. */
export async function openSiteShop({
  config,
  pictures,
  db,
  events,
  icons,
  now,
  metrics,
  log,
}: SiteShopParts): Promise<ActiveShop> {
  const shop = await openShop({
    db,
    folder: config.shopDir,
    pictures,
    record: recordCatalogueIn,
    icons: icons.current,
    now,
    onPublished: ({ id, author, note, changes }) => {
      log.info({ edition: id, author, note, changes }, 'an edition of the shop was published')
      events.emit('edition')
    },
    onRefused: (faults) => {
      metrics.dataRefused.inc({ what: 'catalogue' })
      for (const fault of faults) log.error(`the shop was refused: ${formatFault(fault)}`)
    },
    onDifference: (problem) => log.warn(problem),
    onError: (error) =>
      log.error({ err: error }, 'newer editions of the shop could not be read; the one here stays active'),
  })
  shop.watch()
  events.remote.on('edition', () => void shop.refresh())
  return shop
}

/** Opens the rates, of which changes are compared with the last ones that were accepted. */
export async function openSiteRates({
  config,
  db,
  metrics,
  log,
}: Pick<SiteShopParts, 'config' | 'db' | 'metrics' | 'log'>): Promise<ReadRates> {
  let author = siteStart()
  const rates = await openRates({
    folder: ratesFolder(config.shopDir),
    accept: async (offered) => {
      const decision = await acceptRates(db, offered, { by: jobActor(author), isConfirmed: false })
      const { accepted, changes } = decision
      if (accepted && changes.length > 0) log.info({ author, changes }, 'changed exchange rates were accepted')
      return decision
    },
    onRefused: (problem) => {
      metrics.dataRefused.inc({ what: 'rates' })
      log.error(problem)
    },
  })
  author = fileChange()
  return rates
}
