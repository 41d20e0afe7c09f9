// The packages that a build has bundled, by the lists that Vite writes: each has to be one that docs/licences.md names.
import { z } from 'zod'
import { shippedIn } from './shipped.ts'

/** The name of such a list, one in each half of a build: what browsers load, and what draws pages on the server. */
export const PACKAGES_FILE = 'packages.json'

const listSchema = z.array(z.object({ name: z.string(), version: z.string() }))

/**
 * Returns the packages of a list that do not ship, each with its version.
 *
 * @param list JSON as Vite writes it
 * @param lockText package-lock.json
 */
export function unlistedPackages(list: string, lockText: string): string[] {
  const shipped = new Set(shippedIn(lockText).map(({ name, version }) => `${name}@${version}`))
  return listSchema
    .parse(JSON.parse(list))
    .map(({ name, version }) => `${name}@${version}`)
    .filter((id) => !shipped.has(id))
}
