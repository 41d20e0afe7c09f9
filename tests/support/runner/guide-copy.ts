// A copy of the project for tests that build it with other texts: the sources, and hard links to the installed packages.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../../..', import.meta.url).pathname

/** What a copy makes itself, or has to be without. */
const LEFT_OUT = new Set(['.astro', '.data', '.env', '.git', 'dist', 'node_modules'])

export interface ProjectCopy {
  readonly folder: string
  remove(): void
}

/** Copies the project into a folder of its own, beside the packages so that they can be linked. */
export function copyProject(): ProjectCopy {
  const data = join(root, '.data')
  mkdirSync(data, { recursive: true })
  const folder = mkdtempSync(join(data, 'copy-'))
  for (const name of readdirSync(root)) {
    if (!LEFT_OUT.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  const packages = readdirSync(join(root, 'node_modules')).filter((name) => name !== '.cache')
  mkdirSync(join(folder, 'node_modules'))
  const paths = packages.map((name) => join(root, 'node_modules', name))
  execFileSync('cp', ['-al', ...paths, join(folder, 'node_modules')])
  // Older than what is installed, so that no start installs again: an installation would begin by deleting.
  utimesSync(join(folder, 'package-lock.json'), 0, 0)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
