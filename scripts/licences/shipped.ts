// The packages that ship with the site and their licences: every package of the lock file that an installation without development
// tools may contain, on any platform, and those that the build bundles.
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
  /** The licence that the package names; undefined where it names none. */
  readonly licence: string | undefined
}

/** Licences that allow running, changing and distributing the site together with their texts. */
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

/** The licences of packages whose manifest names none or a vague one, taken from their licence files. */
const LICENCES_FROM_FILES: Readonly<Record<string, string>> = {
  'css-select@1.2.0': 'BSD-2-Clause',
  'domutils@1.5.1': 'BSD-2-Clause',
  'node-bignumber@1.2.2': 'MIT',
  'xmlhttprequest-ssl@2.1.2': 'MIT',
}

const LIBVIPS_REASON =
  'libvips, which draws pictures: a shared library that sharp loads and that may be replaced, one for each platform.'

/** The packages of libvips by platform, with the licences that they name. */
const LIBVIPS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'darwin-arm64',
      'darwin-x64',
      'linux-arm',
      'linux-arm64',
      'linux-ppc64',
      'linux-riscv64',
      'linux-s390x',
      'linux-x64',
      'linuxmusl-arm64',
      'linuxmusl-x64',
    ].map((platform) => [`@img/sharp-libvips-${platform}`, 'LGPL-3.0-or-later']),
  ),
  ...Object.fromEntries(
    ['arm64', 'ia32', 'x64'].map((platform) => [`@img/sharp-win32-${platform}`, 'Apache-2.0 AND LGPL-3.0-or-later']),
  ),
  '@img/sharp-wasm32': 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
}

/** Packages under other licences, each with the reason why it is used. */
export const EXCEPTIONS: Readonly<Record<string, { readonly licence: string; readonly reason: string }>> = {
  languages: {
    licence: 'GPL',
    reason:
      'A table of names of languages, which steam-tradeoffer-manager depends on. An image that contains it is distributed under the GPL.',
  },
  ...Object.fromEntries(Object.entries(LIBVIPS).map(([name, licence]) => [name, { licence, reason: LIBVIPS_REASON }])),
  'json-schema': { licence: '(AFL-2.1 OR BSD-3-Clause)', reason: 'Used under BSD-3-Clause.' },
}

/**
 * Packages for development whose code or files the build puts into `dist/`. The build fails for one that is missing here
 * (scripts/check-build.ts).
 */
export const BUNDLED: ReadonlySet<string> = new Set([
  '@astrojs/internal-helpers',
  '@astrojs/node',
  '@astrojs/react',
  '@codemirror/commands',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
  '@fontsource-variable/onest',
  '@fontsource-variable/unbounded',
  '@lezer/common',
  '@lezer/highlight',
  '@lezer/markdown',
  '@marijn/find-cluster-break',
  '@nanostores/persistent',
  '@nanostores/react',
  '@oslojs/encoding',
  '@simplewebauthn/browser',
  '@tanstack/history',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-store',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  '@tanstack/router-core',
  '@tanstack/store',
  '@tanstack/table-core',
  '@tanstack/virtual-core',
  'astro',
  'clsx',
  'crelt',
  'debug',
  'destr',
  'devalue',
  'diff',
  'ee-first',
  'encodeurl',
  'engine.io-client',
  'etag',
  'fresh',
  'has-flag',
  'html-escaper',
  'js-cookie',
  'mime-db',
  'mime-types',
  'mrmime',
  'nanostores',
  'on-finished',
  'piccolore',
  'picomatch',
  'range-parser',
  'react',
  'react-dom',
  'react-i18next',
  'react-toastify',
  'rolldown',
  'scheduler',
  'send',
  'server-destroy',
  'socket.io-client',
  'style-mod',
  'supports-color',
  'ultrahtml',
  'unstorage',
  'use-sync-external-store',
  'vite',
  'w3c-keyname',
  'xmlhttprequest-ssl',
])

interface Locked {
  readonly dev?: boolean | undefined
}

/** Returns the name of the package that the lock file holds at a path. */
function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Tells whether the package that the lock file holds at a path ships: in `node_modules/`, or in `dist/`. */
function ships(path: string, { dev }: Locked): boolean {
  return dev !== true || BUNDLED.has(nameAt(path))
}

/** Returns the packages of a lock file that ship, ordered by name and version, each once. */
export function shippedIn(lockText: string): Shipped[] {
  const { packages } = lockSchema.parse(JSON.parse(lockText))
  const found = new Map<string, Shipped>()
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || !ships(path, entry)) continue
    const { name = nameAt(path), version = '', license } = entry
    const id = `${name}@${version}`
    found.set(id, { name, version, licence: LICENCES_FROM_FILES[id] ?? license })
  }
  return [...found.values()].sort((one, other) =>
    one.name === other.name ? compare(one.version, other.version) : compare(one.name, other.name),
  )
}

/** Compares by code units, so that the order is the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Returns why a package may not ship; undefined for one that may. */
export function licenceFault({ name, version, licence }: Shipped): string | undefined {
  if (licence === undefined)
    return `${name} ${version} names no licence: read its files, and add it to LICENCES_FROM_FILES`
  if (ALLOWED.has(licence) || EXCEPTIONS[name]?.licence === licence) return undefined
  return `${name} ${version} is under ${licence}, which is not among the allowed licences`
}

/** Returns the text of docs/licences.md. */
export function licencesPage(shipped: readonly Shipped[]): string {
  const counts = new Map<string, number>()
  for (const { licence = 'unknown' } of shipped) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const byCount = [...counts].sort(([one, many], [other, more]) => more - many || compare(one, other))
  return [
    '# Licences of what ships',
    '',
    'SPACEDROP itself is under the MIT licence. An installation may contain the packages below, some of them on other platforms only,',
    'some of them bundled into `dist/`; development tools are not among them. `npm run licences` writes this page, and a check keeps it up to date.',
    '',
    ...byCount.map(([licence, count]) => `- ${licence}: ${count}`),
    '',
    'Exceptions:',
    '',
    ...Object.entries(EXCEPTIONS).map(([name, { licence, reason }]) => `- \`${name}\` (${licence}): ${reason}`),
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...shipped.map(({ name, version, licence = 'unknown' }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n')
}
