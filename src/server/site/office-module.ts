// Opens the office of a site on its own port.
import type { FastifyBaseLogger } from 'fastify'
import type { SiteEvents } from '../base/events.ts'
import { codeOf } from '../base/operator-error.ts'
import type { Config, OfficeSettings } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { LISTEN_BACKLOG } from '../network/listen-backlog.ts'
import { listenError } from '../network/listen-error.ts'
import { firstAddress, listenAtSecondAddress } from '../network/listen-host.ts'
import { buildOfficeApp } from '../office/office-app.ts'
import type { OfficePages } from '../office/office-documents.ts'
import type { Redis } from '../redis/redis.ts'
import { createOfficeServices } from '../services/office/services.ts'

export interface OfficeModuleParts {
  readonly config: Config
  readonly db: Database
  readonly now: () => number
  readonly redis: Redis | undefined
  /** Of the site; undefined for an office alone. */
  readonly events?: SiteEvents | undefined
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
  const { config, db, now, redis, events, log } = parts
  const { hostname: id, origin } = new URL(office.url)
  const party = { name: `${config.siteName} Office`, id, origin }
  const services = createOfficeServices({
    db,
    now,
    party,
    catalogueDir: config.catalogueDir,
    log,
    mode: config.mode,
    events,
  })
  // Before the first call: a file of rules that cannot be read stops the start.
  await services.rules()
  return { services, app: await buildOfficeApp({ config, office, services, pages, redis, log }) }
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
    return {
      url,
      close: async () => {
        second.stop()
        await app.close()
        await second.ended()
      },
    }
  } catch (error) {
    await app.close()
    if (codeOf(error) !== 'EADDRINUSE' || isAsked) {
      throw listenError(error, { portSetting: 'OFFICE_PORT', hostSetting: 'OFFICE_HOST', port, host })
    }
    log.warn({ port }, 'the port of the office is taken, so this process has none: give it another OFFICE_PORT')
    return null
  }
}
