// Bundles the packages that pages import into dist/server: an installation that serves a build needs none of what built it.

/**
 * Without comments and indentation, and in ASCII: the process keeps this text, at two bytes a character where a single one is beyond Latin-1.
 * Names stay, for the traces of errors.
 */
const COMPACT = { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } }

/**
 * Returns a Vite plugin that bundles every package into the code that draws pages, with React's production half alone.
 *
 * @returns {import('vite').Plugin}
 */
export function bundleServer() {
  return {
    name: 'bundle-server',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'ssr'
        ? {
            resolve: { noExternal: true },
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
            build: { rolldownOptions: { output: { minify: COMPACT } } },
          }
        : undefined,
  }
}
