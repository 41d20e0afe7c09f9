// node scripts/run.mjs PROGRAM […]: runs a TypeScript program of this project in the project's own Node, for the scripts of package.json: `node` is
// the one that runs npm until the packages are installed.
import './node-version.mjs'
import { hasPackages } from './install.mjs'
import { become } from './steps.mjs'

const [program, ...args] = process.argv.slice(2)
if (!hasPackages()) {
  console.error('This command needs the packages of the project: run npm ci first.')
  process.exit(1)
}
await become('node', [program, ...args])
