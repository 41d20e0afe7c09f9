// The weight of the office's first screen: the scripts that each room needs when it is the first that is opened, from Vite's manifest.
import { z } from 'zod'

/** Most bytes of scripts in brotli. */
export const FIRST_SCREEN_BYTES = 150_000

/** The name of Vite's manifest in a build. */
export const MANIFEST_FILE = 'manifest.json'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
)

type Manifest = z.output<typeof manifestSchema>

/** Adds the files of a chunk, and of all that it imports. */
function collect(manifest: Manifest, name: string, into: Set<string>): void {
  const chunk = manifest[name]
  if (chunk === undefined || into.has(chunk.file)) return
  into.add(chunk.file)
  for (const imported of chunk.imports) collect(manifest, imported, into)
}

/** A chunk that is loaded beside the entry before anything is shown: the texts of one language. */
const TEXTS = /\/i18n\/office\/(\w+)\.ts$/
const ROOM = /^rooms\/([\w-]+)\//

/** Further texts that are loaded beside a room. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  audit: ['office-events', 'office-verbs'],
  editions: ['office-fields'],
  payments: ['office-events'],
  proposals: ['office-verbs'],
}

/** Returns the texts that are loaded beside a room: its own, and those that its list needs. */
function textsOfRoom(manifest: Manifest, room: string, language: string): readonly string[] {
  const [, name = ''] = ROOM.exec(room) ?? []
  const names = [`office-${name}`, ...(BESIDE[name] ?? [])]
  const ends = names.map((file) => `/locales/${language}/${file}.json`)
  return Object.keys(manifest).filter((chunk) => ends.some((end) => chunk.endsWith(end)))
}

export interface FirstScreen {
  readonly room: string
  readonly files: readonly string[]
}

/**
 * Returns what each room loads when it is opened first, in each language.
 *
 * @param text JSON as Vite writes it
 */
export function firstScreens(text: string): FirstScreen[] {
  const manifest = manifestSchema.parse(JSON.parse(text))
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry === true)
  const rooms = Object.keys(manifest).filter((name) => ROOM.test(name))
  const texts = Object.keys(manifest).filter((name) => TEXTS.test(name))
  return rooms.flatMap((room) =>
    texts.map((language) => {
      const files = new Set<string>()
      const own = textsOfRoom(manifest, room, TEXTS.exec(language)?.[1] ?? '')
      for (const name of [...entries, room, language, ...own]) collect(manifest, name, files)
      return { room: `${room} with ${language}`, files: [...files].filter((file) => file.endsWith('.js')) }
    }),
  )
}

/**
 * Returns the first screens that weigh too much.
 *
 * @param bytesOf the bytes of a file in brotli
 */
export function heavyScreens(text: string, bytesOf: (file: string) => number): string[] {
  const screens = firstScreens(text)
  if (screens.length === 0) return ['office: no rooms']
  return screens.flatMap(({ room, files }) => {
    const bytes = files.reduce((sum, file) => sum + bytesOf(file), 0)
    const kilobytes = Math.ceil(bytes / 1000)
    return bytes > FIRST_SCREEN_BYTES
      ? [`office, ${room}: ${kilobytes} KB of scripts; at most ${FIRST_SCREEN_BYTES / 1000} KB`]
      : []
  })
}
