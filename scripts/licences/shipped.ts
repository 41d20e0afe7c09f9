// What ships with the site, and under which licences: every package of the lock file that an installation without tools for
// development may hold, on whatever machine.
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
})

export interface Shipped {
  readonly name: string
  readonly version: string
  /** As the package calls it; undefined where it does not say. */
  readonly licence: string | undefined
}

/** Licences whose terms a shop that is run, changed and handed on can keep by handing on their texts. */
const ALLOWED: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'MPL-2.0',
])

/** Packages whose own words are missing or vague, with what their licence files say. */
const READ: Readonly<Record<string, string>> = {
  'css-select@1.2.0': 'BSD-2-Clause',
  'domutils@1.5.1': 'BSD-2-Clause',
  'node-bignumber@1.2.2': 'MIT',
  'xmlhttprequest-ssl@2.1.2': 'MIT',
}

/** Packages under other licences, each with why it is here all the same. */
export const EXCEPTIONS: Readonly<Record<string, { readonly licence: string; readonly reason: string }>> = {
  languages: {
    licence: 'GPL',
    reason:
      'A table of names of languages, which steam-tradeoffer-manager asks for. Who hands on an image with it hands it on under the GPL.',
  },
  'json-schema': { licence: '(AFL-2.1 OR BSD-3-Clause)', reason: 'Taken under BSD-3-Clause.' },
}

/** Pictures are made at build time by sharp, whose library is linked dynamically; it comes along with Astro. */
const SHARP = /^@img\/sharp-/

/** The packages of a lock file that ship, by name and version, each once. */
export function shippedIn(lockText: string): Shipped[] {
  const { packages } = lockSchema.parse(JSON.parse(lockText))
  const found = new Map<string, Shipped>()
  for (const [path, { name: alias, version = '', license, dev }] of Object.entries(packages)) {
    if (path === '' || dev === true) continue
    const name = alias ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const id = `${name}@${version}`
    found.set(id, { name, version, licence: READ[id] ?? license })
  }
  return [...found.values()].sort((one, other) =>
    one.name === other.name ? compare(one.version, other.version) : compare(one.name, other.name),
  )
}

/** By code units, so that the list is the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Why a package may not ship; undefined for one that may. */
export function licenceFault({ name, version, licence }: Shipped): string | undefined {
  if (licence === undefined) return `${name} ${version} does not say its licence: read its files, and add it to READ`
  if (ALLOWED.has(licence) || EXCEPTIONS[name]?.licence === licence) return undefined
  if (SHARP.test(name) && licence.split(' AND ').every((one) => ALLOWED.has(one) || one === 'LGPL-3.0-or-later'))
    return undefined
  return `${name} ${version} is under ${licence}, which is not among the allowed licences`
}

/** The page about them. */
export function licencesPage(shipped: readonly Shipped[]): string {
  const counts = new Map<string, number>()
  for (const { licence = 'unknown' } of shipped) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const byCount = [...counts].sort(([one, many], [other, more]) => more - many || compare(one, other))
  return [
    '# Licences of what ships',
    '',
    'SPACEDROP itself is under the MIT licence. An installation may hold the packages below, some of them on other machines than yours;',
    'tools for development are not among them. Written by `npm run licences`; a check holds it true.',
    '',
    ...byCount.map(([licence, count]) => `- ${licence}: ${count}`),
    '',
    'Beside the usual ones:',
    '',
    ...Object.entries(EXCEPTIONS).map(([name, { licence, reason }]) => `- \`${name}\` (${licence}): ${reason}`),
    '- `@img/sharp-*` (LGPL-3.0-or-later among others): the library that Astro works pictures with when the site is built, linked dynamically.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...shipped.map(({ name, version, licence = 'unknown' }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n')
}
