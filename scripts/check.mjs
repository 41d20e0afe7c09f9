// npm run check: types, lint and format, import rules, dead code, texts and conventions, catalogue and static pages. `npm test` runs the same
// beside its tests.
import './node-version.mjs'
import { pathToFileURL } from 'node:url'
import { installIfMissing, isOwnNode } from './install.mjs'
import { become, must, runQuietly } from './steps.mjs'

const CHECKS = [
  // Pages and TypeScript files alike: tsc would report the same a second time.
  ['types', 'astro', ['check', '--noSync', '--minimumFailingSeverity', 'warning']],
  ['lint and format', 'biome', ['check', '--error-on-warnings']],
  ['import rules', 'depcruise', ['src', 'scripts', '--config', '.dependency-cruiser.mjs']],
  ['dead code', 'knip', []],
  ['texts and conventions', 'node', ['scripts/conventions.ts']],
  ['catalogue', 'node', ['scripts/ops.ts', 'catalogue', 'check']],
  ['static pages', 'node', ['scripts/content.ts', 'check']],
]

/** Makes the types that Astro makes, which the compiler reads; not beside a build, which makes them too. */
export const makeTypes = () => must(runQuietly('astro', ['sync']))

/**
 * Runs the checks one after the other, each of which works on one processor, and prints a line for each.
 *
 * @returns {Promise<{ passed: number, failures: string[] }>} how many passed, and the names of those that failed; their output is printed
 */
export async function runChecks() {
  const failures = []
  for (const [name, command, args] of CHECKS) {
    const started = Date.now()
    const code = await runQuietly(command, args)
    if (code !== 0) failures.push(name)
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  }
  return { passed: CHECKS.length - failures.length, failures }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await installIfMissing()
  if (!isOwnNode()) await become('node', ['scripts/check.mjs'])
  await makeTypes()
  const { passed, failures } = await runChecks()
  console.log(`${passed} passed, ${failures.length} failed`)
  process.exit(failures.length === 0 ? 0 : 1)
}
