// A separate process that reads the public list and prints its pictures: `node list-reader.ts ADDRESS MILLISECONDS`. Parsing megabytes
// and waiting for a name server would block the site's own process.
import { constants, setPriority } from 'node:os'
import { collectSkins, gameApiFile } from '../import/game-api.ts'
import { ImportFailed, readSource } from '../import/source.ts'

async function read(address: string, timeMs: number): Promise<Record<string, string>> {
  const file = await readSource(address, gameApiFile, globalThis.fetch, timeMs)
  const listed = [...collectSkins([{ language: 'en', file }])]
  const icons = listed.flatMap(([name, { icon }]) => (icon === undefined ? [] : [[name, icon] as const]))
  if (icons.length === 0) throw new ImportFailed(`${address} names no picture at Steam's image host.`)
  return Object.fromEntries(icons)
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Ends with the process that started it.
process.stdin.once('end', () => process.exit(1)).resume()
const [address = '', timeMs = ''] = process.argv.slice(2)
try {
  const text = JSON.stringify(await read(address, Number(timeMs)))
  process.stdout.write(text, () => process.exit(0))
} catch (error) {
  if (!(error instanceof ImportFailed)) throw error
  process.stderr.write(error.message, () => process.exit(1))
}
