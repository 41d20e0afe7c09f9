// Development: the site in one process, with Astro's development server in place of the built pages.
import { join } from 'node:path'
import { dev } from 'astro'
import { pino } from 'pino'
import { logOptions } from './base/log.ts'
import { nonDefaultRealtimePort } from './base/site-origin.ts'
import { developmentDocuments } from './documents/development.ts'
import { TYPEFACES_FILE } from './documents/picture-drawer.ts'
import { findBuild } from './site/current-build.ts'
import { readProcessConfig } from './site/process-config.ts'
import { openSite } from './site/site.ts'
import { exitWithError, stopOnSignal } from './site/startup.ts'

const ASTRO_PORT = 4322

async function start(): Promise<void> {
  // Modules change as they are saved: none is kept in a browser.
  const config = { ...readProcessConfig(), serviceWorker: false, push: undefined }
  const root = process.cwd()
  const astro = await dev({
    root,
    logLevel: 'warn',
    server: { port: ASTRO_PORT, host: '127.0.0.1' },
    // Pages come from our own port; hot reload listens on Astro's.
    vite: { server: { hmr: { clientPort: ASTRO_PORT } } },
  })
  const assets = join(root, 'public')
  const dist = join(root, 'dist')
  const site = await openSite({
    config,
    log: pino(logOptions(config.logLevel === 'info' ? 'warn' : config.logLevel, config.secrets)),
    openDocuments: async (locals) =>
      developmentDocuments(astro.handle, locals, {
        mode: config.mode,
        realtimePort: nonDefaultRealtimePort(config),
        serviceWorker: config.serviceWorker,
        push: false,
      }),
    assets,
    // Of the last build; without one there are no pictures of shared results.
    typefaces: join(findBuild(dist) ?? dist, TYPEFACES_FILE),
    pictures: join(assets, 'assets', 'img', 'cases'),
  })
  stopOnSignal({
    close: async () => {
      await site.close()
      await astro.stop()
    },
  })
  process.stdout.write(`\n${config.siteName} in development: ${config.siteUrl}\n`)
}

start().catch(exitWithError)
