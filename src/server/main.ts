// Starts the site from the environment with the built pages, and prints its address.
import { join } from 'node:path'
import { brandName } from '../i18n/text.ts'
import { openLog } from './base/log.ts'
import type { Config } from './config/config.ts'
import { openBuiltSite } from './site/built-site.ts'
import { openControl } from './site/control.ts'
import { currentBuild, markUsed } from './site/current-build.ts'
import { readProcessConfig } from './site/process-config.ts'
import type { Site } from './site/site.ts'
import { accessNotice, exitWithError, stopOnSignal, unsetModeNotice } from './site/startup.ts'
import { trimHeapWhenIdle } from './site/trim-heap.ts'

function announce(config: Config, { realtimePort, officeUrl }: Pick<Site, 'realtimePort' | 'officeUrl'>): void {
  const isSandbox = config.mode === 'sandbox'
  const kind = isSandbox ? ' (sandbox: play money, a stand-in for Steam)' : ''
  const next = isSandbox
    ? 'Open it in a browser, sign in as any of the players, and open a case.'
    : 'npm run ops -- --help lists the commands of the operator; docs/operating.md and docs/runbooks.md say what to do.'
  const office = officeUrl === null ? '' : `  The office, in which the staff works, is at ${officeUrl}\n`
  process.stdout.write(
    `\n  ${brandName()} is at ${config.siteUrl}${kind}, realtime on port ${realtimePort}\n  ${accessNotice(config)}\n${office}  ${next} Ctrl-C stops it.\n\n`,
  )
}

async function start(): Promise<void> {
  const config = readProcessConfig()
  const log = await openLog(config)
  const notice = unsetModeNotice(config)
  if (notice !== null) process.stdout.write(`${notice}\n`)
  const build = currentBuild(join(process.cwd(), 'dist'))
  const unmark = await markUsed(build)
  const site = await openBuiltSite(config, log, build)
  let closeControl = async (): Promise<void> => undefined
  const stop = stopOnSignal({
    drain: site.drain,
    drainMs: config.drainMs,
    close: async () => {
      await site.close()
      await unmark()
      await closeControl()
    },
  })
  trimHeapWhenIdle()
  const drain = () => stop('npm run ops -- drain')
  closeControl = await openControl({ dataDir: config.dataDir, port: config.port, drain, log })
  announce(config, site)
}

start().catch(exitWithError)
