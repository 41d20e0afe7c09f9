// npm run dev: one process with hot reload for pages and islands; it starts anew when the server's own code changes.
import { become, installIfMissing } from './steps.mjs'

await installIfMissing()
const watched = ['src/server', 'src/game', 'src/contract', 'src/art', 'src/i18n'].flatMap((path) => [
  '--watch-path',
  path,
])
await become('node', [...watched, '--watch-preserve-output', 'src/server/dev.ts'])
