// A small tree of sources in a folder of its own, which a check is run on.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** The content of each file, by its path; what is no text is written as JSON. */
export type Tree = Readonly<Record<string, string | object>>

/** Makes an empty folder before each test of the file, and removes it afterwards. Returns its path, and what writes a tree into it. */
export function treeForTests(): { readonly root: () => string; write(tree: Tree): Promise<void> } {
  let root = ''
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'conventions-'))
  })
  afterEach(() => rm(root, { recursive: true }))
  return {
    root: () => root,
    write: async (tree) => {
      for (const [path, content] of Object.entries(tree)) {
        await mkdir(dirname(join(root, path)), { recursive: true })
        await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
      }
    },
  }
}
