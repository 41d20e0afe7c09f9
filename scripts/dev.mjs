// npm run dev: one process with hot reload for pages, islands and texts; it restarts when the server's code changes.
import './node-version.mjs'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installIfMissing } from './install.mjs'
import { settlePorts } from './ports.mjs'
import { become, buildDatabase, root } from './steps.mjs'

const ports = await settlePorts({ isDevelopment: true })
await installIfMissing()
await buildDatabase()
// Without the texts in folders below: the server takes them while it runs (src/server/documents/text-reload.ts).
const i18n = readdirSync(join(root, 'src/i18n')).filter((name) => name.endsWith('.ts'))
const watched = ['src/server', 'src/game', 'src/protocol', 'src/art', ...i18n.map((name) => `src/i18n/${name}`)]
const flags = watched.flatMap((path) => ['--watch-path', path])
await become('node', [...flags, '--watch-preserve-output', 'src/server/dev.ts'], ports)
