import { pathOf, readFiles, type ShopFolders } from './default-files.ts'
import { formatFault } from './shop-files.ts'
import { readShopTexts, type ShopTexts } from './shop-texts.ts'

/** The files have faults: a line for each, by file and line. */
class BrokenTexts extends Error {}

/**
 * Reads the texts of the default shop.
 *
 * @param folders where its files are, besides those of the project
 * @throws BrokenTexts naming every fault by file and line
 */
export function readDefaultTexts(folders: ShopFolders = {}): ShopTexts {
  const read = readShopTexts(readFiles(folders))
  if ('texts' in read) return read.texts
  throw new BrokenTexts(
    read.faults.map((fault) => formatFault({ ...fault, file: pathOf(fault.file, folders) })).join('\n'),
  )
}
