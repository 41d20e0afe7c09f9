// Synthesizes the sounds of the site, reproducibly: public/sounds/{name}.wav.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SOUND_NAMES } from '../src/stores/kernel/sound-names.ts'
import { SOUNDS } from './sounds/sounds.ts'
import { wav } from './sounds/synthesis.ts'

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../public/sounds')

mkdirSync(FOLDER, { recursive: true })
for (const name of SOUND_NAMES) {
  const bytes = wav(SOUNDS[name])
  writeFileSync(join(FOLDER, `${name}.wav`), bytes)
  process.stdout.write(`${name}.wav ${bytes.length} bytes\n`)
}
