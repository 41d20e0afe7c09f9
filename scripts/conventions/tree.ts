// Reads the files that are checked.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A broken convention; `file` is the path from the root, with slashes. */
export interface Fault {
  readonly file: string
  readonly fault: string
}

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/**
 * Returns the files below a folder with one of these extensions, by path; none where the folder does not exist.
 *
 * @param root folder that paths are relative to
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
