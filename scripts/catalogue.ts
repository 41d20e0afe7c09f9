// The operator's catalogue: `npm run catalogue -- build [folder]` makes it, `-- check [folder] [pictures]` says what is wrong.
import { returnToPlayer } from '../src/game/case.ts'
import { formatFault } from '../src/server/catalogue/faults.ts'
import { readCatalogue } from '../src/server/catalogue/read-catalogue.ts'

const DATA = 'data'
const PICTURES = 'public/assets/img/cases'
const USAGE = `Usage: npm run catalogue -- build [folder]             make ${DATA}/ anew from the item library
       npm run catalogue -- check [folder] [pictures]  check it, and name the line of every fault`

async function build(folder: string): Promise<number> {
  // The item library is large, and only needed here.
  const { buildCatalogue } = await import('./catalogue/build.ts')
  const { skins, items, cases } = await buildCatalogue(folder)
  console.log(`${folder}: ${skins} skins, ${items} items, ${cases} cases written`)
  return 0
}

async function check(folder: string, pictures: string): Promise<number> {
  const reading = await readCatalogue({ folder, pictures })
  if (!reading.ok) {
    for (const fault of reading.faults) console.error(formatFault(fault))
    console.error(`${folder}: ${reading.faults.length} fault${reading.faults.length === 1 ? '' : 's'}`)
    return 1
  }
  const { skins, items, categories, cases } = reading.catalogue
  const returns = [...cases.values()].map((one) => returnToPlayer(one) * 100)
  const span = `${Math.min(...returns).toFixed(1)} % to ${Math.max(...returns).toFixed(1)} %`
  const counts = `${skins.size} skins, ${items.size} items, ${cases.size} cases in ${categories.length} categories`
  console.log(`${folder}: ${counts}, returning ${span}: no faults`)
  return 0
}

async function main([command, ...places]: readonly string[]): Promise<number> {
  if (command === 'build') return build(places[0] ?? DATA)
  if (command === 'check') return check(places[0] ?? DATA, places[1] ?? PICTURES)
  console.error(USAGE)
  return 2
}

process.exitCode = await main(process.argv.slice(2))
