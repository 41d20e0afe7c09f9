// Checks dependencies: exact versions, a whole lock file, allowed licences, and an up-to-date list of them.
import { BUNDLED, EXCEPTIONS, licenceFault, licencesPage, shippedIn } from '../licences/shipped.ts'
import type { Fault } from './tree.ts'

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

interface Asked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

interface Locked {
  readonly packages: Readonly<
    Record<
      string,
      Asked & {
        readonly version?: string
        readonly integrity?: string
        readonly link?: boolean
        readonly dev?: boolean
      }
    >
  >
}

/** Returns ranges in the manifest, versions that the lock file has otherwise, and packages without an integrity hash. */
function versionFaults(manifest: Asked, { packages }: Locked): Fault[] {
  const faults: Fault[] = []
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (!EXACT.test(version))
      faults.push({ file: 'package.json', fault: `${name} has the version "${version}": name one exact version` })
    const locked = packages[`node_modules/${name}`]?.version
    if (locked !== version)
      faults.push({ file: 'package-lock.json', fault: `has ${name} ${locked}, package.json asks for ${version}` })
  }
  for (const [path, { integrity, link }] of Object.entries(packages)) {
    if (path !== '' && integrity === undefined && link !== true)
      faults.push({ file: 'package-lock.json', fault: `${path} has no integrity` })
  }
  return faults
}

/** Tells whether the lock file holds an entry that Node resolves `name` to from the package at `path`. */
function isLocked(packages: Locked['packages'], path: string, name: string): boolean {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`] !== undefined) return true
    if (from === '') return false
  }
}

/** Returns dependencies without an entry of their own: npm leaves out other platforms' packages that the registry lacks, and `npm ci` then fails. */
function missingEntries({ packages }: Locked): Fault[] {
  return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => ({ file: 'package-lock.json', fault: `${path} asks for ${name}, which has no entry` })),
  )
}

/** Returns packages that are said to be bundled, but that the lock file does not hold for development. */
function bundledFaults({ packages }: Locked): Fault[] {
  const development = Object.keys(packages).filter((path) => packages[path]?.dev === true)
  return [...BUNDLED]
    .filter((name) => !development.some((path) => path.endsWith(`node_modules/${name}`)))
    .map((name) => ({
      file: 'scripts/licences/shipped.ts',
      fault: `BUNDLED names ${name}, which is no package for development`,
    }))
}

/**
 * Returns the faults of the dependencies.
 *
 * @param files texts of package.json, package-lock.json and docs/licences.md
 */
export function dependencyFaults(files: {
  readonly manifest: string
  readonly lock: string
  readonly page: string
}): Fault[] {
  const shipped = shippedIn(files.lock)
  const names = new Set(shipped.map(({ name }) => name))
  const file = 'package-lock.json'
  return [
    ...versionFaults(JSON.parse(files.manifest), JSON.parse(files.lock)),
    ...missingEntries(JSON.parse(files.lock)),
    ...bundledFaults(JSON.parse(files.lock)),
    ...shipped.flatMap((one) => licenceFault(one) ?? []).map((fault) => ({ file, fault })),
    ...Object.keys(EXCEPTIONS)
      .filter((name) => !names.has(name))
      .map((name) => ({ file: 'scripts/licences/shipped.ts', fault: `${name} is an exception, but does not ship` })),
    ...(files.page === licencesPage(shipped)
      ? []
      : [{ file: 'docs/licences.md', fault: 'is out of date: run npm run licences' }]),
  ]
}
