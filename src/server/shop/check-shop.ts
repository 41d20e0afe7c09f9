// Checks the files of a shop as a whole: what is sold and given, and what its pages say.
import { formatDetailNames, incompleteDetails, placeholdersIn, placeholdersInText } from '../../content/operator.ts'
import { operatorIn } from '../../content/page-texts.ts'
import { OPERATOR_FILE, pageFiles, type ShopFiles } from '../../content/shop-files.ts'
import { readShopTexts, type ShopTexts } from '../../content/shop-texts.ts'
import type { CatalogueFault } from '../catalogue/faults.ts'
import { CATALOGUE_FILES, type CatalogueReading, checkCatalogue } from '../catalogue/read-catalogue.ts'

/** A shop without faults. */
export interface SoundShop {
  readonly reading: Extract<CatalogueReading, { readonly ok: true }>
  readonly texts: ShopTexts
}

/** A shop, or what is wrong with it. */
export type CheckedShop = SoundShop | { readonly faults: readonly CatalogueFault[] }

const CATALOGUE: ReadonlySet<string> = new Set(CATALOGUE_FILES)
/** The numbers of the rules that pages name. */
const NAMED_RULES: ReadonlySet<string> = new Set(['payments.json', 'rewards.json'])

/** The last texts without faults: prices change daily, and texts seldom. */
let lastSound: { readonly key: string; readonly texts: ShopTexts } | undefined

/** Reads the texts, unless they were read last. */
function textsOf(files: ShopFiles): ReturnType<typeof readShopTexts> {
  const named = Object.entries(files).filter(([name]) => !CATALOGUE.has(name) || NAMED_RULES.has(name))
  const key = JSON.stringify(named.sort(([one], [other]) => (one < other ? -1 : 1)))
  if (lastSound?.key === key) return lastSound
  const read = readShopTexts(files)
  if ('texts' in read) lastSound = { key, texts: read.texts }
  return read
}

/** Returns what a live shop may not publish: details and texts that still have a placeholder. */
export function placeholderFaults(files: ShopFiles, pathOf: (name: string) => string): CatalogueFault[] {
  const details = operatorIn(files)
  const names = [...incompleteDetails(details), ...placeholdersIn(details)]
  const inPages = pageFiles(files).flatMap(({ file }) =>
    placeholdersInText(files[file] ?? '').map((placeholder) => ({
      file: pathOf(file),
      line: 1,
      message: `${placeholder} is a placeholder: write your own words`,
    })),
  )
  if (names.length === 0) return inPages
  const message = `${formatDetailNames([...new Set(names)])} missing, or a placeholder: enter your own`
  return [{ file: pathOf(OPERATOR_FILE), line: 1, message }, ...inPages]
}

/**
 * Checks all files of a shop.
 *
 * @param pathOf returns the path of a file, as faults name it
 * @param pictures the folder of the cases' pictures here
 */
export async function checkShop(
  files: ShopFiles,
  { pathOf, pictures }: { pathOf: (name: string) => string; pictures: string },
): Promise<CheckedShop> {
  const reading = await checkCatalogue(files, { pathOf, pictures })
  const read = textsOf(files)
  const inTexts = 'faults' in read ? read.faults : []
  const faults = [
    ...(reading.ok ? [] : reading.faults),
    ...inTexts.map(({ file, line, fault }) => ({ file: pathOf(file), line, message: fault })),
  ]
  return reading.ok && 'texts' in read && faults.length === 0 ? { reading, texts: read.texts } : { faults }
}
