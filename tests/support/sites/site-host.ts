// A process that runs sites of journeys for one test worker, one after the other: reading the server's modules takes longer than
// opening a site. `browser.ts` starts it.
import { join } from 'node:path'
import { pino } from 'pino'
import { readFiles } from '../../../src/content/default-files.ts'
import { operatorIn } from '../../../src/content/page-texts.ts'
import { formatFault, type ShopFiles } from '../../../src/content/shop-files.ts'
import { type ReplaceableTexts, readShopTexts } from '../../../src/content/shop-texts.ts'
import { logOptions } from '../../../src/server/base/log.ts'
import { readConfig } from '../../../src/server/config/config.ts'
import { openBuiltSite } from '../../../src/server/site/built-site.ts'
import { currentBuild } from '../../../src/server/site/current-build.ts'
import { openDefaultTexts } from '../../../src/server/site/default-texts.ts'
import type { Site } from '../../../src/server/site/site.ts'

/** Opens a site by its environment, changes the texts of the one that an earlier message with this id opened, or closes it. */
export type HostOrder = { readonly id: number } & (
  | { readonly environment: Readonly<Record<string, string>> }
  | { readonly files: ShopFiles }
  | { readonly isClosed: true }
)

export interface HostReport {
  readonly id: number
  /** Why it could not be done. */
  readonly fault: string | null
}

const sites = new Map<number, { readonly site: Site; readonly texts: ReplaceableTexts }>()

/** Changes what the shop of a site may edit, while it runs. */
function changeTexts(texts: ReplaceableTexts | undefined, files: ShopFiles): void {
  const read = readShopTexts(files)
  if ('faults' in read) throw new Error(read.faults.map(formatFault).join('\n'))
  texts?.replace(read.texts)
}

async function follow(order: HostOrder): Promise<void> {
  const { id } = order
  if ('files' in order) return changeTexts(sites.get(id)?.texts, order.files)
  if ('isClosed' in order) {
    await sites.get(id)?.site.close()
    sites.delete(id)
    return
  }
  const config = readConfig(order.environment, { details: operatorIn(readFiles()) })
  const log = pino(logOptions(config.logLevel, config.secrets))
  const texts = openDefaultTexts(config)
  sites.set(id, { site: await openBuiltSite(config, log, currentBuild(join(process.cwd(), 'dist')), texts), texts })
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
