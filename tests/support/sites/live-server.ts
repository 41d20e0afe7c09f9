// The built site in live mode, in a process of its own. The operator's details of the sources are placeholders, which a live site
// refuses, so only this check is left out.
import { join } from 'node:path'
import { pino } from 'pino'
import { logOptions } from '../../../src/server/base/log.ts'
import { readConfig } from '../../../src/server/config/config.ts'
import { openBuiltSite } from '../../../src/server/site/built-site.ts'
import { currentBuild } from '../../../src/server/site/current-build.ts'
import { stopOnSignal } from '../../../src/server/site/startup.ts'

const config = readConfig(process.env)
const log = pino(logOptions(config.logLevel, config.secrets), pino.destination(2))
const site = await openBuiltSite(config, log, currentBuild(join(process.cwd(), 'dist')))
stopOnSignal({ drain: site.drain, drainMs: config.drainMs, close: site.close })
