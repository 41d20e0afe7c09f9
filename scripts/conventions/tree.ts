// Reads the files that the conventions are about.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Something that breaks a convention; `file` is the path from the root, with slashes. */
export interface Fault {
  readonly file: string
  readonly fault: string
}

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/**
 * The files below a folder with one of these endings, in the order of their paths; none where the folder is not there.
 *
 * @param root folder that paths are told from
 */
export async function readTree(root: string, folder: string, endings: readonly string[]): Promise<SourceFile[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return Promise.all(
    paths.map(async (path) => ({
      path: relative(root, path).split(sep).join('/'),
      text: await readFile(path, 'utf8'),
    })),
  )
}
