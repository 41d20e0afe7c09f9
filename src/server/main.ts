// Starts the site from the environment with the built pages, and prints its address.
import { join } from 'node:path'
import { pino } from 'pino'
import { logOptions } from './base/log.ts'
import { openBuiltSite } from './site/built-site.ts'
import { exitWithError, readProcessConfig, stopOnSignal, unsetModeNotice } from './site/startup.ts'
import { trimHeapWhenIdle } from './site/trim-heap.ts'

async function start(): Promise<void> {
  const config = readProcessConfig()
  const notice = unsetModeNotice(config)
  if (notice !== null) process.stdout.write(`${notice}\n`)
  const log = pino(logOptions(config.logLevel, config.secrets))
  const site = await openBuiltSite(config, log, join(process.cwd(), 'dist'))
  stopOnSignal(site.close)
  trimHeapWhenIdle()
  const sandbox = config.mode === 'sandbox' ? ' (sandbox: play money, a stand-in for Steam)' : ''
  process.stdout.write(
    `\n${config.siteName} is at ${config.siteUrl}${sandbox}, realtime on port ${site.realtimePort}\n`,
  )
}

start().catch(exitWithError)
