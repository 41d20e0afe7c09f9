// The operator's catalogue: `npm run catalogue -- build [folder]` makes it, `-- check [folder] [pictures]` says what is wrong,
// `-- import PLACE…` fills names, rarities and pictures.
import { returnToPlayer } from '../../src/game/case.ts'
import { formatFault } from '../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../src/server/catalogue/read-catalogue.ts'
import { IMPORT_USAGE, importSkins } from './import-skins.ts'
import { CommandRefused, type Group, readLine, UsageError } from './operator.ts'

const DATA = 'data'
const PICTURES = 'public/assets/img/cases'
const USAGE = `Usage: npm run catalogue -- build [folder]             make ${DATA}/ anew from the item library
       npm run catalogue -- check [folder] [pictures]  check it, and name the line of every fault
       npm run catalogue -- import PLACE… [options]    take names, rarities and pictures from a public list

${IMPORT_USAGE}`

function places(args: readonly string[], most: number): readonly string[] {
  const { positionals } = readLine(args, {})
  if (positionals.length > most) throw new UsageError(`"${positionals.slice(most).join(' ')}" is too much.`)
  return positionals
}

async function build(args: readonly string[]): Promise<void> {
  const [folder = DATA] = places(args, 1)
  // The item library is large, and only needed here.
  const { buildCatalogue } = await import('../catalogue/build.ts')
  const { skins, items, cases } = await buildCatalogue(folder)
  console.log(`${folder}: ${skins} skins, ${items} items, ${cases} cases written`)
}

async function check(args: readonly string[]): Promise<void> {
  const [folder = DATA, pictures = PICTURES] = places(args, 2)
  const reading = await readCatalogue({ folder, pictures })
  if (!reading.ok) {
    const faults = reading.faults.map(formatFault)
    throw new CommandRefused(
      [...faults, `${folder}: ${faults.length} fault${faults.length === 1 ? '' : 's'}`].join('\n'),
    )
  }
  const { skins, items, categories, cases } = reading.catalogue
  const returns = [...cases.values()].map((one) => returnToPlayer(one) * 100)
  const span = `${Math.min(...returns).toFixed(1)} % to ${Math.max(...returns).toFixed(1)} %`
  const counts = `${skins.size} skins, ${items.size} items, ${cases.size} cases in ${categories.length} categories`
  console.log(`${folder}: ${counts}, returning ${span}: no faults`)
}

/** The commands about the catalogue. */
export const group: Group = { usage: USAGE, commands: { build, check, import: importSkins } }
