// Development: the same site in one process, with Astro's development server in place of the built pages.
import { join } from 'node:path'
import { dev } from 'astro'
import { pino } from 'pino'
import { developmentDocuments } from './documents/development.ts'
import { logOptions, secretsOf } from './log.ts'
import { openSite } from './site.ts'
import { namedRealtimePort } from './site-origin.ts'
import { giveUp, settingsOfProcess, stopOnSignal } from './startup.ts'

const ASTRO_PORT = 4322

async function start(): Promise<void> {
  const config = settingsOfProcess()
  const root = process.cwd()
  const astro = await dev({
    root,
    logLevel: 'warn',
    server: { port: ASTRO_PORT, host: '127.0.0.1' },
    // Pages come from our own port; what tells them of changes listens at Astro's.
    vite: { server: { hmr: { clientPort: ASTRO_PORT } } },
  })
  const assets = join(root, 'public')
  const site = await openSite({
    config,
    log: pino(logOptions(config.logLevel === 'info' ? 'warn' : config.logLevel, secretsOf(config))),
    openDocuments: async (locals) =>
      developmentDocuments(astro.handle, locals, { mode: config.mode, realtimePort: namedRealtimePort(config) }),
    assets,
    pictures: join(assets, 'assets', 'img', 'cases'),
  })
  stopOnSignal(async () => {
    await site.close()
    await astro.stop()
  })
  process.stdout.write(`\n${config.siteName} in development: ${config.siteUrl}\n`)
}

start().catch(giveUp)
