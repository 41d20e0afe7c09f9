// Secrets in files: where a setting NAME may hold a secret, NAME_FILE names a file that holds it, as containers and systemd hand them out.
import { readFileSync } from 'node:fs'
import { fileReason } from '../base/operator-error.ts'

const SUFFIX = '_FILE'

/** A secret is a line or a key, never a large file that was named by mistake. */
const LENGTH_MOST = 65_536

interface Found {
  readonly value?: string
  readonly fault?: string
}

function readSecret(name: string, path: string): Found {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return { fault: `${name}${SUFFIX}: ${path} cannot be read: ${fileReason(error) ?? String(error)}` }
  }
  // Editors and `echo` end a file with a line break.
  const value = text.replace(/\r?\n$/, '')
  if (value.trim() === '') return { fault: `${name}${SUFFIX}: ${path} is empty` }
  if (value.length > LENGTH_MOST) return { fault: `${name}${SUFFIX}: ${path} is too large for a secret` }
  return { value }
}

/**
 * Returns settings in which each NAME_FILE is replaced by NAME with the contents of the file, and a line for each file that cannot be read.
 *
 * @param names the settings that may be in files
 */
export function readSecretFiles(
  given: Readonly<Record<string, string>>,
  names: readonly string[],
): { readonly given: Readonly<Record<string, string>>; readonly faults: readonly string[] } {
  const values: Record<string, string> = { ...given }
  const faults: string[] = []
  for (const name of names) {
    const path = given[`${name}${SUFFIX}`]
    if (path === undefined) continue
    if (given[name] !== undefined) {
      faults.push(`${name}${SUFFIX}: ${name} is set too: leave one of them out`)
      continue
    }
    const { value, fault } = readSecret(name, path)
    if (value !== undefined) values[name] = value
    if (fault !== undefined) faults.push(fault)
  }
  return { given: values, faults }
}
