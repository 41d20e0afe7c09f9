// Keeps what only the server may know out of what browsers load: the build of the browser's code fails when a module of the
// server, of Node or of zod has got into it, and says through which imports.

const SECRET = /\/src\/server\//
const NODE = /^node:|__vite-browser-external/
const SCHEMAS = /\/node_modules\/zod\//
const PACKAGE = /\/node_modules\//

/** Why a module may not reach browsers; null where it may. */
function objection(id, importers) {
  if (SECRET.test(id)) return 'src/server stays on the server'
  if (SCHEMAS.test(id)) return 'zod stays on the server; import types of the contract'
  // Packages ask for Node in places that browsers never reach, and bundlers give them an empty module.
  if (NODE.test(id) && importers.some((importer) => !PACKAGE.test(importer))) return 'there is no Node in a browser'
  return null
}

/** The imports that lead from an entry to a module, the entry first. */
function chain(context, id) {
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
 * A Vite plugin that guards the build of the browser's code.
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
        const why = objection(id, [...importers, ...dynamicImporters])
        return why === null ? [] : [`${why}:\n  ${chain(this, id).join('\n  → ')}`]
      })
      if (faults.length > 0) this.error(faults.join('\n'))
    },
  }
}
