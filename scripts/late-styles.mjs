// What is loaded late, and what every page has to know of it.
//
// The shell is on every page, and a list in it names whatever a late part needs, scripts and styles. Without the scripts it is a
// quarter of a kilobyte smaller, and a dialog that is opened for the first time asks for its parts one step later.
//
// Astro leaves style sheets out of what browsers load whose rules its pages carry already. The lists of what a part needs that is
// loaded late still name them, and such a part would not load at all: their names are taken out again.

/** A style sheet as it stands in a list; addresses begin with a slash, and are left alone. */
const LISTED = /"(assets\/built\/[^"]+\.css)"/g

/**
 * A Vite plugin that lets parts be loaded late beside style sheets that are not there, and keeps their scripts off the list.
 *
 * @returns {import('vite').Plugin}
 */
export function lateStyles() {
  return {
    name: 'late-styles',
    apply: 'build',
    enforce: 'post',
    configEnvironment: (name) => (name === 'client' ? { build: { modulePreload: false } } : undefined),
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.code.includes('.css"')) continue
          // The places in a list are counted: in the place of what is not there stands the file itself, which has been loaded.
          chunk.code = chunk.code.replace(LISTED, (listed, name) =>
            bundle[name] === undefined ? `"${chunk.fileName}"` : listed,
          )
        }
      },
    },
  }
}
