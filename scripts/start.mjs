// npm start: checks the ports, installs what is missing, checks the settings, builds what is stale, then starts the site in this terminal.
import './node-version.mjs'
import { installIfMissing } from './install.mjs'
import { settlePorts } from './ports.mjs'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-process.mjs'
import { become, build, environment, must, run } from './steps.mjs'

const ports = await settlePorts()
await installIfMissing()
await must(run('node', ['scripts/check-settings.ts'], { env: { ...environment, ...ports } }))
await build()
await become('node', [...SERVER_FLAGS, 'src/server/main.ts'], { ...SERVER_ENVIRONMENT, ...ports })
