// npm run dev: one process with hot reload for pages and islands; it restarts when the server's code changes.
import { become, buildDatabase, installIfMissing } from './steps.mjs'

await installIfMissing()
await buildDatabase()
const watched = ['src/server', 'src/game', 'src/protocol', 'src/art', 'src/i18n'].flatMap((path) => [
  '--watch-path',
  path,
])
await become('node', [...watched, '--watch-preserve-output', 'src/server/dev.ts'])
