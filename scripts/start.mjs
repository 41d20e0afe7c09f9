// npm start: installs and builds what is missing, then starts the site in this terminal.
import { become, buildIfStale, installIfMissing } from './steps.mjs'

await installIfMissing()
await buildIfStale()
await become('node', ['src/server/main.ts'])
