// npm start: installs and builds what is missing, then starts the site in this terminal.
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-process.mjs'
import { become, buildIfStale, installIfMissing } from './steps.mjs'

await installIfMissing()
await buildIfStale()
await become('node', [...SERVER_FLAGS, 'src/server/main.ts'], SERVER_ENVIRONMENT)
