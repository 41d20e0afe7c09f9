// The texts of a site that takes them from files: those of the default shop.
import { watch } from 'node:fs'
import { BrokenTexts, readDefaultTexts } from '../../content/default-texts.ts'
import { createTexts, type ReplaceableTexts } from '../../content/shop-texts.ts'
import { OperatorError } from '../base/operator-error.ts'
import type { Config } from '../config/config.ts'

/** The files of the texts have faults: an operator's error, a line for each. */
class TextsBroken extends OperatorError {}

/**
 * Reads the texts.
 *
 * @throws TextsBroken naming every fault by file and line
 */
export function openDefaultTexts({ catalogueDir }: Pick<Config, 'catalogueDir'>): ReplaceableTexts {
  try {
    return createTexts(readDefaultTexts({ data: catalogueDir }))
  } catch (error) {
    if (error instanceof BrokenTexts) throw new TextsBroken(error.message)
    throw error
  }
}

export interface FollowParts {
  readonly folders: readonly string[]
  readonly config: Pick<Config, 'catalogueDir'>
  readonly texts: ReplaceableTexts
  readonly log: { warn(fields: object, message: string): void }
}

/** How long files have to be quiet: an editor writes one in several steps. */
const QUIET_MS = 50

/** Development: takes changed files into the running server. Files with faults are logged, and the texts stay. */
export function followFiles({ folders, config, texts, log }: FollowParts): { close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = (): void => {
    try {
      texts.replace(openDefaultTexts(config).current)
    } catch (err) {
      log.warn({ err }, 'changed texts have faults, and stay as they were')
    }
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(read, QUIET_MS)
    }),
  )
  return {
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
