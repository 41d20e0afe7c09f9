// Starts the site from the environment with the built pages, and says where to look.
import { join } from 'node:path'
import { pino } from 'pino'
import { createDocuments } from './documents/documents.ts'
import { openLinkPictures } from './documents/link-pictures.ts'
import { openBuiltPages } from './documents/page-renderer.ts'
import { logOptions, secretsOf } from './log.ts'
import { openSite } from './site.ts'
import { namedRealtimePort, realtimeOrigins } from './site-origin.ts'
import { giveUp, settingsOfProcess, stopOnSignal } from './startup.ts'

async function start(): Promise<void> {
  const config = settingsOfProcess()
  const dist = join(process.cwd(), 'dist')
  const assets = join(dist, 'client')
  const site = await openSite({
    config,
    log: pino(logOptions(config.logLevel, secretsOf(config))),
    openDocuments: async (locals) =>
      createDocuments({
        render: await openBuiltPages(dist, locals),
        linkPicture: await openLinkPictures(assets, locals.shop),
        mode: config.mode,
        realtimePort: namedRealtimePort(config),
        siteUrl: config.siteUrl,
        realtimeOrigins: realtimeOrigins(config),
      }),
    assets,
    pictures: join(assets, 'assets', 'img', 'cases'),
  })
  stopOnSignal(site.close)
  const sandbox = config.mode === 'sandbox' ? ' (sandbox: play money, a stand-in for Steam)' : ''
  process.stdout.write(
    `\n${config.siteName} is at ${config.siteUrl}${sandbox}, realtime on port ${site.realtimePort}\n`,
  )
}

start().catch(giveUp)
