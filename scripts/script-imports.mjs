// What the scripts of pages import. A browser reads it in each script only when that has arrived: one round trip more for each step.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the files that a chunk imports, directly and by others, without those that it loads later.
 *
 * @param {Readonly<Record<string, { readonly imports?: readonly string[] }>>} bundle chunks by their file
 * @param {string} file
 */
export function importsOf(bundle, file) {
  const found = new Set([file])
  for (const at of found) for (const next of bundle[at]?.imports ?? []) found.add(next)
  found.delete(file)
  return [...found]
}

/**
 * Creates a Vite plugin that writes the imports of every script that a page names to `server/script-imports.json` in the build, by the
 * scripts' addresses; the server adds them to pages (src/server/documents/script-preloads.ts).
 *
 * @returns {import('vite').Plugin}
 */
export function scriptImports() {
  return {
    name: 'script-imports',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }, bundle) {
      const entries = Object.values(bundle).filter((chunk) => chunk.type === 'chunk' && chunk.isEntry)
      const imports = Object.fromEntries(
        entries.map(({ fileName }) => [`/${fileName}`, importsOf(bundle, fileName).map((file) => `/${file}`)]),
      )
      const server = join(dir, '..', 'server')
      await mkdir(server, { recursive: true })
      await writeFile(join(server, 'script-imports.json'), JSON.stringify(imports))
    },
  }
}
