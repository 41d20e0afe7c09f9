// Development: takes changed texts of the interface into the running server. Astro reloads those of pages by itself; the server's own, such as
// messages of refusals, are read at its start.
import { type FSWatcher, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { LANGUAGES } from '../../game/base/language.ts'
import { i18nFor } from '../../i18n/text.ts'

const TEXTS = z.record(z.string(), z.unknown())

export interface TextReloadOptions {
  /** With a folder a language, of a JSON file a namespace. */
  readonly folder: string
  readonly log: { warn(fields: object, message: string): void }
  readonly onChange: () => void
}

/** Watches the files of texts. A file that is no JSON yet is logged, and the texts stay. */
export function createTextReload({ folder, log, onChange }: TextReloadOptions): Pick<FSWatcher, 'close'> {
  async function take(path: string): Promise<void> {
    const language = LANGUAGES.find((known) => known === dirname(path))
    if (language === undefined || !path.endsWith('.json')) return
    try {
      const texts = TEXTS.parse(JSON.parse(await readFile(join(folder, path), 'utf8')))
      i18nFor(language).addResourceBundle(language, basename(path, '.json'), texts, false, true)
      onChange()
    } catch (err) {
      log.warn({ err, path }, 'changed texts could not be read, and stay as they were')
    }
  }
  return watch(folder, { recursive: true }, (_event, path) => {
    if (path !== null) void take(path)
  })
}
