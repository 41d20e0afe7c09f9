// The editors' check: `npm run content -- check [folder]` names the file, the line and the fault of every text of a static page.
import { join } from 'node:path'
import { formatFault } from '../src/content/folder.ts'
import { checkContent } from './content/check.ts'
import { siteRoutes } from './content/routes.ts'

const CONTENT = 'src/content'
const USAGE = `Usage: npm run content -- check [folder]   check the static pages (${CONTENT}), and name the line of every fault`

async function main([command, folder = CONTENT]: readonly string[]): Promise<number> {
  if (command !== 'check') {
    console.error(USAGE)
    return 2
  }
  const routes = await siteRoutes(join(import.meta.dirname, '../src/pages/[lang]'))
  const { pages, files, faults } = await checkContent(folder, routes)
  for (const fault of faults) console.error(formatFault(fault))
  if (faults.length > 0) {
    console.error(`${folder}: ${faults.length} fault${faults.length === 1 ? '' : 's'}`)
    return 1
  }
  console.log(`${folder}: ${pages} pages, ${files} files: no faults`)
  return 0
}

process.exitCode = await main(process.argv.slice(2))
