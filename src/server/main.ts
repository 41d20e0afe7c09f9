// Starts the site from the environment with the built pages, and prints its address.
import { join } from 'node:path'
import { pino } from 'pino'
import { logOptions } from './base/log.ts'
import { nonDefaultRealtimePort, realtimeOrigins } from './base/site-origin.ts'
import { createDocuments } from './documents/documents.ts'
import { findPages } from './documents/known-pages.ts'
import { openLinkPictures } from './documents/link-pictures.ts'
import { openBuiltPages } from './documents/page-renderer.ts'
import { TYPEFACES_FILE } from './documents/picture-drawer.ts'
import { openSite } from './site/site.ts'
import { exitWithError, readProcessConfig, stopOnSignal, unsetModeNotice } from './site/startup.ts'
import { trimHeapWhenIdle } from './site/trim-heap.ts'

async function start(): Promise<void> {
  const config = readProcessConfig()
  const notice = unsetModeNotice(config)
  if (notice !== null) process.stdout.write(`${notice}\n`)
  const dist = join(process.cwd(), 'dist')
  const assets = join(dist, 'client')
  const site = await openSite({
    config,
    log: pino(logOptions(config.logLevel, config.secrets)),
    openDocuments: async (locals, lookups) =>
      createDocuments({
        render: await openBuiltPages(dist, locals),
        hasPage: await findPages(assets, { shop: locals.shop, ...lookups }),
        linkPicture: await openLinkPictures(assets, locals.shop),
        mode: config.mode,
        realtimePort: nonDefaultRealtimePort(config),
        serviceWorker: config.serviceWorker,
        push: config.push !== undefined,
        siteUrl: config.siteUrl,
        realtimeOrigins: realtimeOrigins(config),
      }),
    assets,
    typefaces: join(dist, TYPEFACES_FILE),
    pictures: join(assets, 'assets', 'img', 'cases'),
  })
  stopOnSignal(site.close)
  trimHeapWhenIdle()
  const sandbox = config.mode === 'sandbox' ? ' (sandbox: play money, a stand-in for Steam)' : ''
  process.stdout.write(
    `\n${config.siteName} is at ${config.siteUrl}${sandbox}, realtime on port ${site.realtimePort}\n`,
  )
}

start().catch(exitWithError)
