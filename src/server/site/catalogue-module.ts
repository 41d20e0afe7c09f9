// Opens the shop's data of a site: the catalogue with its editions, and the exchange rates. What is accepted or refused is logged.
import type { FastifyBaseLogger } from 'fastify'
import { jobActor } from '../audit/actor.ts'
import { fileChange, siteStart } from '../base/author.ts'
import type { SiteEvents } from '../base/events.ts'
import { createEditions } from '../catalogue/editions.ts'
import { formatFault } from '../catalogue/faults.ts'
import type { ImportedIcons } from '../catalogue/icons/icons.ts'
import { openCatalogue, type ReloadableCatalogue } from '../catalogue/reloadable-catalogue.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { acceptRates } from '../payments/accepted-rates.ts'
import { openRates, type ReadRates } from '../payments/rates.ts'
import { recordCatalogue, recordCatalogueIn } from '../services/operations/record-catalogue.ts'

interface SiteCatalogueParts {
  readonly config: Config
  readonly pictures: string
  readonly db: Database
  readonly events: SiteEvents
  readonly icons: ImportedIcons
  readonly metrics: Metrics
  readonly log: FastifyBaseLogger
}

/** Opens the catalogue, and reads it again when its folder or its edition changes. */
export async function openSiteCatalogue({
  config,
  pictures,
  db,
  events,
  icons,
  metrics,
  log,
}: SiteCatalogueParts): Promise<ReloadableCatalogue> {
  // PGlite has only one process, which reads the folder.
  const editions =
    db.kind === 'pglite'
      ? undefined
      : createEditions({
          db,
          record: recordCatalogueIn,
          onPublished: ({ id, author, changes }) => {
            log.info({ edition: id, author, changes }, 'an edition of the catalogue was accepted')
            events.emit('catalogue')
          },
        })
  const catalogue = await openCatalogue({
    folder: config.catalogueDir,
    pictures,
    ...(editions && { editions }),
    icons: icons.current,
    prepare: (loaded) => recordCatalogue(db, loaded),
    onError: (error) => log.error({ err: error }, 'the catalogue could not be read; the previous one stays active'),
    onAccepted: (changes, author) => log.info({ author, changes }, 'a changed catalogue was accepted'),
    onRefused: (faults) => {
      metrics.dataRefused.inc({ what: 'catalogue' })
      for (const fault of faults) log.error(`the catalogue was refused: ${formatFault(fault)}`)
    },
  })
  catalogue.watch()
  events.remote.on('catalogue', () => void catalogue.refresh())
  return catalogue
}

/** Opens the rates, of which changes are compared with the last ones that were accepted. */
export async function openSiteRates({
  config,
  db,
  metrics,
  log,
}: Pick<SiteCatalogueParts, 'config' | 'db' | 'metrics' | 'log'>): Promise<ReadRates> {
  let author = siteStart()
  const rates = await openRates({
    folder: config.catalogueDir,
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
