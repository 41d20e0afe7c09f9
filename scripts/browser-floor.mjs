// The oldest browsers that the site is built for, from the list in package.json (docs/browsers.md).
import { runChecks } from 'es-check'

/** Vite's names of the browsers in browserslist's. */
const TARGET_NAMES = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' }

/**
 * Returns the build targets for a list of browsers: the oldest version of each.
 *
 * @param {string[]} browsers as browserslist returns them, such as `safari 17.0` or `ios_saf 17.0-17.1`
 * @returns {string[]} targets of Vite, such as `safari17.0`
 * @throws {Error} for a browser that Vite has no target for
 */
export function buildTargets(browsers) {
  const oldest = new Map()
  for (const browser of browsers) {
    const [name, versions] = browser.split(' ')
    const target = TARGET_NAMES[name]
    if (target === undefined) throw new Error(`package.json, browserslist: there is no build target for ${name}`)
    const [version] = versions.split('-')
    if (oldest.get(target) === undefined || Number(version) < Number(oldest.get(target))) oldest.set(target, version)
  }
  return [...oldest].map(([target, version]) => target + version)
}

/**
 * Checks scripts for syntax and functions that one of the browsers lacks, or an older ECMAScript.
 *
 * @param {string[]} files paths or patterns of them
 * @param {{ checkBrowser?: true, ecmaVersion?: string }} [floor] the browsers without it
 * @returns {string[]} the faults: a file and what it uses, each
 */
export function scriptFaults(files, floor = { checkBrowser: true }) {
  const { errors } = runChecks([
    {
      files,
      module: true,
      ...floor,
      checkFeatures: true,
      // The library of the beacon's signatures asks for these before it calls them.
      allowList: 'Uint8ArrayFromHex,Uint8ArrayToHex',
    },
  ])
  return errors.map(({ file, err }) => `${file}: ${err.message}`)
}
