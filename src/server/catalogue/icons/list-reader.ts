// A process of its own that reads the public list and prints what it tells of pictures: `node list-reader.ts ADDRESS MILLISECONDS`.
// The list has megabytes, and a name server that does not answer holds the process that asks it; neither is to be felt by a site.
import { constants, setPriority } from 'node:os'
import { gameApiFile, tellSkins } from '../import/game-api.ts'
import { ImportFailed, readSource } from '../import/source.ts'

async function read(address: string, timeMs: number): Promise<Record<string, string>> {
  const file = await readSource(address, gameApiFile, globalThis.fetch, timeMs)
  const told = [...tellSkins([{ language: 'en', file }])]
  const icons = told.flatMap(([name, { icon }]) => (icon === undefined ? [] : [[name, icon] as const]))
  if (icons.length === 0) throw new ImportFailed(`${address} names no picture at Steam's image host.`)
  return Object.fromEntries(icons)
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Whoever asked for it is gone.
process.stdin.once('end', () => process.exit(1)).resume()
const [address = '', timeMs = ''] = process.argv.slice(2)
try {
  const text = JSON.stringify(await read(address, Number(timeMs)))
  process.stdout.write(text, () => process.exit(0))
} catch (error) {
  if (!(error instanceof ImportFailed)) throw error
  process.stderr.write(error.message, () => process.exit(1))
}
