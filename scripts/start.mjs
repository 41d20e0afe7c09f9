// npm start: installs and builds what is missing, then starts the site in this terminal.
import { become, buildIfStale, installIfMissing } from './steps.mjs'

await installIfMissing()
await buildIfStale()
// React draws pages for production: its other half checks what tests have checked.
await become('node', ['src/server/main.ts'], { NODE_ENV: process.env.NODE_ENV ?? 'production' })
