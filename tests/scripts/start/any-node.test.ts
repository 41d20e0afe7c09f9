// The commands that start before anything is installed run in the Node that runs npm: any from the oldest that package.json allows on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scriptFaults } from '../../../scripts/browser-floor.mjs'
import { importsOf } from '../../../scripts/build-sources.mjs'

const root = join(import.meta.dirname, '../../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What Node 18 lacks, as far as no parser knows it. */
const NEWER =
  /import\.meta\.(dirname|filename)|parseEnv|loadEnvFile|styleText|isBuiltin|globSync|with \{ type: 'json' \}/

/** The scripts of package.json that name node, and all that they load at once. */
function scriptsBeforeInstall(): string[] {
  const commands = Object.values<string>(manifest.scripts).flatMap((line) => /^node (\S+)/.exec(line)?.[1] ?? [])
  const paths = new Set(commands)
  for (const path of paths) for (const next of importsOf(path, textOf(path))) paths.add(next)
  return [...paths]
}

it('are the commands of package.json, of which each program runs by run.mjs', () => {
  for (const line of Object.values<string>(manifest.scripts)) {
    if (line.startsWith('node ')) expect(line).toMatch(/^node scripts\/(start|dev|build|test|check|run)\.mjs( |$)/)
  }
  expect(manifest.engines.node).toBe('>=18')
})

it('are JavaScript of Node 18, and need no package', () => {
  const scripts = scriptsBeforeInstall()
  expect(scripts).toEqual(expect.arrayContaining(['scripts/start.mjs', 'scripts/run.mjs', 'scripts/ports.mjs']))
  for (const path of scripts) {
    expect(path).toMatch(/\.mjs$/)
    const text = textOf(path)
    expect.soft(NEWER.exec(text)?.[0], path).toBeUndefined()
    const packages = [...text.matchAll(/^(?:import|export) .*from '([^.'][^']*)'$/gm)].flatMap(([, name]) => name ?? [])
    expect
      .soft(
        packages.filter((name) => !name.startsWith('node:')),
        path,
      )
      .toEqual([])
  }
  expect(
    scriptFaults(
      scripts.map((path) => join(root, path)),
      { ecmaVersion: 'es2022' },
    ),
  ).toEqual([])
})

it('begin with the check of the version of Node', () => {
  for (const name of ['start', 'dev', 'build', 'test', 'run']) {
    expect(/^import .*$/m.exec(textOf(`scripts/${name}.mjs`))?.[0], name).toBe("import './node-version.mjs'")
  }
})
