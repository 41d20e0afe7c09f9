// Checks that the shop's name is written in one place, so that a shop with another name says its own everywhere.
import type { Fault, SourceFile } from './tree.ts'

const NAME = /SPACEDROP/g

/** The name itself, and the format of backups, which names the software. */
const PLACES = new Set(['data/brand.json', 'src/server/services/operations/backup/file.ts'])

/** Returns places in sources, texts and data that write the name of the shop. */
export function brandNames(files: readonly SourceFile[]): Fault[] {
  return files
    .filter(({ path }) => !PLACES.has(path))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(NAME), ({ index }) => ({
        file: `${path}:${text.slice(0, index).split('\n').length}`,
        fault: 'writes the name of the shop: use brandName() or the brand of Astro.locals.texts, or {{brand}} in texts',
      })),
    )
}
