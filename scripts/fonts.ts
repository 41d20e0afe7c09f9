// node scripts/fonts.ts: writes the subset fonts into src/layouts/fonts/. Run it after a change of src/layouts/fonts.css or of a font's package.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { facesToSubset, subsetFace } from './fonts/subset.ts'

const layouts = join(import.meta.dirname, '../src/layouts')
const folder = join(layouts, 'fonts')

await rm(folder, { recursive: true, force: true })
await mkdir(folder)
let bytes = 0
for (const face of facesToSubset(await readFile(join(layouts, 'fonts.css'), 'utf8'))) {
  const file = await subsetFace(face)
  await writeFile(join(folder, face.file), file)
  bytes += file.length
}
process.stdout.write(`src/layouts/fonts: ${Math.round(bytes / 1000)} KB\n`)
