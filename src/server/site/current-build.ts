// The build that an instance serves. Each build has a folder of its own, and a file names the current one (scripts/builds.mjs): an
// instance reads the file once, and keeps its folder while others are built beside it.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, OperatorError } from '../base/operator-error.ts'

/** No build is there: an operator's error. */
export class BuildMissing extends OperatorError {}

/** Returns the folder of the current build; null where there is none. */
export function findBuild(dist: string): string | null {
  const pointer = join(dist, 'current')
  if (!existsSync(pointer)) return null
  const folder = join(dist, readFileSync(pointer, 'utf8').trim())
  return existsSync(join(folder, 'server', 'entry.mjs')) ? folder : null
}

/**
 * Returns the folder of the current build.
 *
 * @throws BuildMissing where there is none
 */
export function currentBuild(dist: string): string {
  const folder = findBuild(dist)
  if (folder === null)
    throw new BuildMissing(`${dist} has no complete build. Make one with \`npm run build\`, then start again.`)
  return folder
}

/**
 * Marks a build as used by this process, so that it is not removed until the process has ended.
 *
 * @returns removes the mark
 */
export async function markUsed(folder: string): Promise<() => Promise<void>> {
  const mark = join(folder, 'used', String(process.pid))
  try {
    // Not recursive: Node would say of a read-only file system that the folder does not exist.
    await mkdir(join(folder, 'used')).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    await writeFile(mark, '')
  } catch (error) {
    // The files belong to another user: in an image nothing is built, and below systemd an instance is restarted after each build.
    if (!['EACCES', 'EROFS', 'EPERM'].includes(codeOf(error) ?? '')) throw error
    return async () => undefined
  }
  return () => rm(mark, { force: true })
}
