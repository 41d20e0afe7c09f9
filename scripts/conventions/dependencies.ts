// Conventions of what others wrote: exact versions, licences that we may hand on, and a list of them that is true.
import { EXCEPTIONS, licenceFault, licencesPage, shippedIn } from '../licences/shipped.ts'
import type { Fault } from './tree.ts'

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

interface Asked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

interface Locked {
  readonly packages: Readonly<
    Record<string, Asked & { readonly version?: string; readonly integrity?: string; readonly link?: boolean }>
  >
}

/** Versions that are asked for loosely, that the lock file holds otherwise, or whose contents nothing vouches for. */
function versionFaults(manifest: Asked, { packages }: Locked): Fault[] {
  const faults: Fault[] = []
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (!EXACT.test(version))
      faults.push({ file: 'package.json', fault: `${name} is asked for as "${version}": name one version` })
    const locked = packages[`node_modules/${name}`]?.version
    if (locked !== version)
      faults.push({ file: 'package-lock.json', fault: `holds ${name} ${locked}, package.json asks for ${version}` })
  }
  for (const [path, { integrity, link }] of Object.entries(packages)) {
    if (path !== '' && integrity === undefined && link !== true)
      faults.push({ file: 'package-lock.json', fault: `${path} has no integrity` })
  }
  return faults
}

/**
 * What is wrong with the dependencies.
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
    ...shipped.flatMap((one) => licenceFault(one) ?? []).map((fault) => ({ file, fault })),
    ...Object.keys(EXCEPTIONS)
      .filter((name) => !names.has(name))
      .map((name) => ({ file: 'scripts/licences/shipped.ts', fault: `${name} is an exception, but does not ship` })),
    ...(files.page === licencesPage(shipped)
      ? []
      : [{ file: 'docs/licences.md', fault: 'is not true: run npm run licences' }]),
  ]
}
