// Lazy imports depend on no style sheet that the build deleted, shown on a site of two islands.
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const FILES = {
  'src/pages/index.astro': `---
import { Corner } from '../Corner.tsx'
import { Shell } from '../Shell.tsx'
---
<Shell client:load /><Corner client:load />
`,
  'src/Shell.tsx': `import './shell.css'
export const label = (name) => 'shell ' + name
export const Shell = () => <b>{label('island')}</b>
`,
  'src/shell.css': 'b { color: red }',
  'src/Corner.tsx': "export const Corner = () => <button onClick={() => void import('./late.ts')}>late</button>\n",
  'src/late.ts': `import address from './late.css?url'
import { label } from './Shell.tsx'
document.title = label(address)
`,
  'src/late.css': 'i { color: blue }',
}

const config = (plugins: string): string => `import react from '@astrojs/react'
import { staleStyles } from '${join(root, 'scripts/stale-styles.mjs')}'
export default {
  integrations: [react()],
  build: { inlineStylesheets: 'always' },
  cacheDir: './.cache',
  vite: { cacheDir: './.vite', build: { assetsInlineLimit: 0 }, plugins: [${plugins}] },
}
`

let site: string

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'spacedrop-styles-'))
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(site, path)), { recursive: true })
    await writeFile(join(site, path), text)
  }
  // Astro bundles the packages that the manifest names.
  await copyFile(join(root, 'package.json'), join(site, 'package.json'))
  await symlink(join(root, 'node_modules'), join(site, 'node_modules'))
})

afterEach(() => rm(site, { recursive: true }))

/** Builds the site; resolves with the style sheets that its scripts name, and those that are there. */
async function build(plugins: string): Promise<{ named: string[]; there: string[] }> {
  await writeFile(join(site, 'astro.config.mjs'), config(plugins))
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  const { status, stderr } = spawnSync(process.execPath, [astro, 'build'], {
    cwd: site,
    encoding: 'utf8',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  expect(status, stderr).toBe(0)
  const files = await readdir(join(site, 'dist/_astro'))
  const scripts = files.filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => readFile(join(site, 'dist/_astro', name), 'utf8')))
  const named = texts.flatMap((text) => [...text.matchAll(/_astro\/([\w.-]+\.css)["'`]/g)].map(([, name = '']) => name))
  return { named, there: files.filter((name) => name.endsWith('.css')) }
}

describe('the scripts of a build', { timeout: 120_000 }, () => {
  it('name the style sheets that exist, and no others', async () => {
    const { named, there } = await build('staleStyles()')
    expect(there).toEqual([expect.stringMatching(/^late\./)])
    expect(named).toEqual(there)
  })

  it('name a deleted one without the plugin: it can be removed when this fails', async () => {
    const { named, there } = await build('')
    expect(named.filter((name) => !there.includes(name))).toEqual([expect.stringMatching(/^Shell\./)])
  })
})
