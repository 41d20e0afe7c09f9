// A process that runs sites of journeys for one test worker, one after the other: reading the server's modules takes longer than
// opening a site. `browser.ts` starts it.
import { join } from 'node:path'
import { pino } from 'pino'
import { readFiles } from '../../../src/content/default-files.ts'
import { operatorIn } from '../../../src/content/page-texts.ts'
import { logOptions } from '../../../src/server/base/log.ts'
import { readConfig } from '../../../src/server/config/config.ts'
import { openBuiltSite } from '../../../src/server/site/built-site.ts'
import { currentBuild } from '../../../src/server/site/current-build.ts'
import type { Site } from '../../../src/server/site/site.ts'

/** Opens a site by its environment, or closes the one that an earlier message with this id opened. */
export interface HostOrder {
  readonly id: number
  readonly environment: Readonly<Record<string, string>> | null
}

export interface HostReport {
  readonly id: number
  /** Why it could not be done. */
  readonly fault: string | null
}

const sites = new Map<number, Site>()

async function follow({ id, environment }: HostOrder): Promise<void> {
  if (environment === null) {
    await sites.get(id)?.close()
    sites.delete(id)
    return
  }
  const config = readConfig(environment, { details: operatorIn(readFiles()) })
  const log = pino(logOptions(config.logLevel, config.secrets))
  sites.set(id, await openBuiltSite(config, log, currentBuild(join(process.cwd(), 'dist'))))
}

const report = (id: number, fault: unknown): void => {
  const told: HostReport = { id, fault: fault === null ? null : String(fault instanceof Error ? fault.stack : fault) }
  process.send?.(told)
}

process.on('message', (order: HostOrder) => {
  follow(order).then(
    () => report(order.id, null),
    (fault: unknown) => report(order.id, fault),
  )
})
// The worker has ended.
process.on('disconnect', () => process.exit(0))
