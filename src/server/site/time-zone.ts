// Chooses the time zone in which this process counts days.
import type { FastifyBaseLogger } from 'fastify'
import type { TextsSource } from '../../content/shop-texts.ts'
import type { Database } from '../db/database.ts'
import { zoneInUse } from '../services/operations/time-zone.ts'

export interface SiteZone {
  /** As long as this process runs. */
  readonly inForce: string
  /** What the brand in force, or the settings, name: in force when all processes have ended and the site starts anew. */
  readonly chosen: () => string
}

export interface SiteZoneParts {
  readonly db: Pick<Database, 'queries'>
  readonly texts: TextsSource
  /** The zone of a shop whose brand names none. */
  readonly setting: string
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Chooses the brand's zone, or that of the settings; while other processes run, theirs. */
export async function openSiteZone({ db, texts, setting, now, log }: SiteZoneParts): Promise<SiteZone> {
  const chosen = (): string => texts.current.brand.timeZone ?? setting
  const inUse = await zoneInUse(db.queries, now())
  const inForce = inUse ?? chosen()
  if (inForce !== chosen()) {
    log.warn(
      `Days stay those of ${inForce}, because a process of the site runs that counts them so. To have days of ${chosen()}, stop all processes, wait a minute, and start them.`,
    )
  }
  return { inForce, chosen }
}
