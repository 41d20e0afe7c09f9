// Development: the site in one process, with Astro's development server in place of the built pages.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { dev } from 'astro'
import { createServer, type ViteDevServer } from 'vite'
import { brandName } from '../i18n/text.ts'
import { openLog } from './base/log.ts'
import type { Config } from './config/config.ts'
import { nonDefaultRealtimePort } from './config/site-origin.ts'
import { type DevelopmentServer, developmentDocuments } from './documents/development.ts'
import { TYPEFACES_FILE } from './documents/picture-drawer.ts'
import { createTextReload } from './documents/text-reload.ts'
import { openDevelopmentOffice } from './office/development-office.ts'
import { RELEASE_FOLDERS } from './shop/shop-files.ts'
import { openControl } from './site/control.ts'
import { findBuild } from './site/current-build.ts'
import { readProcessConfig } from './site/process-config.ts'
import { openSite } from './site/site.ts'
import { exitWithError, stopOnSignal } from './site/startup.ts'

/** Files of the release are read this long after the last change. */
const SAVED_MS = 200

/** Starts Astro's development server, which draws pages and reloads what changes in them. */
async function startAstro({ devPort }: Config, root: string): Promise<DevelopmentServer & { stop(): Promise<void> }> {
  let vite: ViteDevServer | undefined
  const reloadPages = (): void => vite?.ws.send({ type: 'full-reload' })
  const server = await dev({
    root,
    logLevel: 'warn',
    server: { port: devPort, host: '127.0.0.1' },
    vite: {
      // Pages come from our own port; hot reload listens on Astro's.
      server: { strictPort: true, ws: { clientPort: devPort } },
      plugins: [
        {
          name: 'development-pages',
          configureServer: (made) => {
            vite = made
          },
        },
      ],
    },
  })
  return { handle: server.handle, reloadPages, stop: () => server.stop() }
}

async function start(): Promise<void> {
  const read = readProcessConfig()
  // Modules change as they are saved: none is kept in a browser.
  const logLevel = read.logLevel === 'info' ? 'warn' : read.logLevel
  const config = { ...read, logLevel, serviceWorker: false, push: undefined } as const
  const log = await openLog(config)
  const root = process.cwd()
  const astro = await startAstro(config, root)
  const assets = join(root, 'public')
  const dist = join(root, 'dist')
  const site = await openSite({
    config,
    log,
    openDocuments: async (_texts, locals) =>
      developmentDocuments(astro, locals, {
        mode: config.mode,
        realtimePort: nonDefaultRealtimePort(config),
        serviceWorker: config.serviceWorker,
        push: false,
      }),
    assets,
    // Of the last build; without one there are no pictures of shared results.
    typefaces: join(findBuild(dist) ?? dist, TYPEFACES_FILE),
    pictures: join(assets, 'assets', 'img', 'cases'),
    office: openDevelopmentOffice(join(root, 'src/office'), (server) =>
      createServer({
        configFile: join(root, 'vite.office.config.mjs'),
        configLoader: 'native',
        appType: 'custom',
        logLevel: 'warn',
        server: { middlewareMode: true, ws: { server } },
      }),
    ),
  })
  let saved: NodeJS.Timeout | undefined
  const takeSaved = (): void => {
    clearTimeout(saved)
    // An editor writes in several steps.
    saved = setTimeout(() => site.shop.readRelease().catch((err: unknown) => log.error({ err })), SAVED_MS)
  }
  const release = Object.values(RELEASE_FOLDERS).map((folder) => watch(folder, { recursive: true }, takeSaved))
  const words = createTextReload({ folder: join(root, 'src/i18n/locales'), log, onChange: astro.reloadPages })
  let closeControl = async (): Promise<void> => undefined
  const stop = stopOnSignal({
    close: async () => {
      words.close()
      for (const watcher of release) watcher.close()
      clearTimeout(saved)
      await site.close()
      await astro.stop()
      await closeControl()
    },
  })
  const drain = () => stop('npm run ops -- drain')
  closeControl = await openControl({ dataDir: config.dataDir, port: config.port, drain, log })
  const office = site.officeUrl === null ? '' : `  The office: ${site.officeUrl}\n`
  process.stdout.write(
    `\n  ${brandName()} in development: ${config.siteUrl}\n${office}  Pages reload as you save. Ctrl-C stops it.\n\n`,
  )
}

start().catch(exitWithError)
