// Starts the site from the environment with the built pages, and prints its address: in one process, or as a primary with workers.
import cluster from 'node:cluster'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Config } from './base/config.ts'
import { logOptions } from './base/log.ts'
import { openBuiltSite } from './site/built-site.ts'
import { openControl } from './site/control.ts'
import { currentBuild, markUsed } from './site/current-build.ts'
import { startPrimary } from './site/primary.ts'
import { readProcessConfig } from './site/process-config.ts'
import { exitWithError, stopOnSignal, unsetModeNotice } from './site/startup.ts'
import { trimHeapWhenIdle } from './site/trim-heap.ts'
import { readMessage, tellPrimary, workerNumber } from './site/worker-messages.ts'

function announce(config: Config, more: string): void {
  const sandbox = config.mode === 'sandbox' ? ' (sandbox: play money, a stand-in for Steam)' : ''
  process.stdout.write(`\n${config.siteName} is at ${config.siteUrl}${sandbox}, ${more}\n`)
}

/** Each worker has metrics of its own, on ports in a row. */
function configOfWorker(config: Config, worker: number): Config {
  const { metrics } = config
  return { ...config, metrics: metrics && { ...metrics, port: metrics.port + worker - 1 } }
}

/** Opens the site in this process. */
async function serve(config: Config, log: Logger): Promise<void> {
  const worker = workerNumber()
  const build = currentBuild(join(process.cwd(), 'dist'))
  const unmark = await markUsed(build)
  const site = await openBuiltSite(worker === undefined ? config : configOfWorker(config, worker), log, build)
  let closeControl = async (): Promise<void> => undefined
  let isWhole = true
  const stop = stopOnSignal({
    drain: () => site.drain(isWhole),
    drainMs: config.drainMs,
    close: async () => {
      await site.close()
      await unmark()
      await closeControl()
    },
  })
  trimHeapWhenIdle()
  if (worker === undefined) {
    const orders = { drain: () => stop('npm run ops -- drain') }
    closeControl = await openControl({ dataDir: config.dataDir, port: config.port, orders, log })
    announce(config, `realtime on port ${site.realtimePort}`)
    return
  }
  // Sent to the primary, which rolls; a terminal that closes sends it to all.
  process.on('SIGHUP', () => undefined)
  process.on('message', (received: unknown) => {
    const message = readMessage(received)
    if (message?.spacedrop !== 'stop') return
    isWhole = message.how === 'drain'
    void stop(`worker ${worker}`, message.how !== 'close')
  })
  tellPrimary({ spacedrop: 'ready' })
}

/** Starts the workers, and stops or rolls them when it is told to. */
async function lead(config: Config, log: Logger): Promise<void> {
  const { host, realtimePort, workers: count } = config
  const primary = await startPrimary({ count, host, realtimePort, log })
  let closeControl = async (): Promise<void> => undefined
  const stop = stopOnSignal({
    drain: () => primary.stop('drain'),
    drainMs: config.drainMs,
    close: async () => {
      await primary.stop('close')
      await closeControl()
    },
  })
  const orders = { drain: () => stop('npm run ops -- drain'), roll: primary.roll }
  process.on('SIGHUP', () => {
    primary.roll().catch((error: unknown) => log.error({ err: error }, 'the workers were not rolled'))
  })
  closeControl = await openControl({ dataDir: config.dataDir, port: config.port, orders, log })
  announce(config, `${count} workers, realtime on port ${realtimePort}`)
}

async function start(): Promise<void> {
  const config = readProcessConfig()
  const log = pino(logOptions(config.logLevel, config.secrets))
  if (cluster.isWorker) return serve(config, log)
  const notice = unsetModeNotice(config)
  if (notice !== null) process.stdout.write(`${notice}\n`)
  await (config.workers > 1 ? lead(config, log) : serve(config, log))
}

start().catch(exitWithError)
