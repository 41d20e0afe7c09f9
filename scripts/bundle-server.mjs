// Bundles the packages that pages import into dist/server: an installation that serves a build needs none of what built it.

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
        ? { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
        : undefined,
  }
}
