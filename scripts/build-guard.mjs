// Guards the build. A browser's build with a module of the server, of Node or of zod fails and names the imports that lead to it. Any build
// with a package that docs/licences.md does not list fails too.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ships } from './licences/shipped.ts'

const SERVER = /\/src\/server\//
const NODE = /^node:|__vite-browser-external/
const SCHEMAS = /\/node_modules\/zod\//
const PACKAGE = /\/node_modules\//

/** Returns why a module may not be in the browser's build; null where it may. */
function violation(id, importers) {
  if (SERVER.test(id)) return 'src/server stays on the server'
  if (SCHEMAS.test(id)) return 'zod stays on the server; import types of the contract'
  // Packages import Node in code that browsers never run; bundlers give them an empty module.
  if (NODE.test(id) && importers.some((importer) => !PACKAGE.test(importer))) return 'there is no Node in a browser'
  return null
}

/** Returns the imports that lead from an entry to a module, the entry first. */
function importChain(context, id) {
  const way = [id]
  for (let at = id; ; ) {
    const { importers = [], dynamicImporters = [] } = context.getModuleInfo(at) ?? {}
    const next = [...importers, ...dynamicImporters].find((importer) => !way.includes(importer))
    if (next === undefined) return way.reverse()
    way.push(next)
    at = next
  }
}

/**
 * Creates a Vite plugin that checks the modules of the browser's build.
 *
 * @returns {import('vite').Plugin}
 */
export function islandGuard() {
  return {
    name: 'island-guard',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildEnd(failed) {
      if (failed !== undefined) return
      const faults = [...this.getModuleIds()].flatMap((id) => {
        const { importers = [], dynamicImporters = [] } = this.getModuleInfo(id) ?? {}
        const why = violation(id, [...importers, ...dynamicImporters])
        return why === null ? [] : [`${why}:\n  ${importChain(this, id).join('\n  → ')}`]
      })
      if (faults.length > 0) this.error(faults.join('\n'))
    },
  }
}

const root = join(import.meta.dirname, '..')
const PACKAGE_PATH = /(?:^|\/)(node_modules\/(?:[^.].*\/node_modules\/)?(?:@[^/]+\/)?[^@./][^/?]*)/

/**
 * Returns the path, in the lock file, of the package that a module belongs to; undefined for a module of ours.
 *
 * @param {string} id
 */
export function packageOf(id) {
  return PACKAGE_PATH.exec(id)?.[1]
}

/**
 * Returns a Vite plugin that guards the licences of the build: each package in it is one that ships.
 *
 * @returns {import('vite').Plugin}
 */
export function licenceGuard() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return {
    name: 'licence-guard',
    apply: 'build',
    // The output of Astro's other environments is temporary.
    applyToEnvironment: ({ name }) => name === 'client' || name === 'ssr',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []))
      const paths = new Set(modules.flatMap((id) => packageOf(id) ?? []))
      const faults = [...paths].filter((path) => !ships(path, packages[path] ?? { dev: true }))
      if (faults.length > 0)
        this.error(
          `add to BUNDLED in scripts/licences/shipped.ts, then npm run licences:\n  ${faults.sort().join('\n  ')}`,
        )
    },
  }
}
