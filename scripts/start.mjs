// npm start: installs what is missing, checks the settings, builds what is stale, then starts the site in this terminal.
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-process.mjs'
import { become, build, installIfMissing, must, run } from './steps.mjs'

await installIfMissing()
await must(run('node', ['scripts/check-settings.ts']))
await build()
await become('node', [...SERVER_FLAGS, 'src/server/main.ts'], SERVER_ENVIRONMENT)
