// What the browser's build lists for parts that are loaded later.
//
// Astro deletes the sheet of a chunk with a hydrated component, because its pages carry the rules already, but the chunk still names
// the sheet: a lazy import that depends on the chunk would wait for a sheet that is not there, and fail (seen with astro 7.3.4).
//
// Module preload lists the scripts of a part too, 0.6 KB (gzip) of the shell on every page; without it a dialog that opens for the
// first time takes one request more. Astro hands no such setting of its configuration on to the browser's build.

/**
 * Creates a Vite plugin that removes deleted style sheets from what chunks import, and turns module preload off.
 *
 * @returns {import('vite').Plugin}
 */
export function staleStyles() {
  return {
    name: 'stale-styles',
    apply: 'build',
    enforce: 'post',
    configEnvironment: (name) => (name === 'client' ? { build: { modulePreload: false } } : undefined),
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      for (const { viteMetadata } of Object.values(bundle)) {
        for (const sheet of viteMetadata?.importedCss ?? []) {
          if (bundle[sheet] === undefined) viteMetadata.importedCss.delete(sheet)
        }
      }
    },
  }
}
