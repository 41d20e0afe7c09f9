// The build reads the static pages through the same reader as the check: a broken file ends it, named by file and line.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const house = join(import.meta.dirname, '../..')

/** Shows what the collection holds, so that the built file can be read. */
const PAGE = `---
import { getEntry } from 'astro:content'
const entry = await getEntry('pages', 'faq/ru')
---
<pre set:text={JSON.stringify(entry.data)} />
`

let site: string

/** A site of one page beside the house's own content and its reader. */
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'spacedrop-build-'))
  await cp(join(house, 'src/content'), join(site, 'src/content'), { recursive: true })
  for (const path of ['src/content.config.ts', 'src/game/language.ts', 'package.json', 'tsconfig.json']) {
    await cp(join(house, path), join(site, path))
  }
  await mkdir(join(site, 'src/pages'))
  await writeFile(join(site, 'src/pages/index.astro'), PAGE)
  // The modules are the house's own, their caches are not.
  const config = "export default { cacheDir: './.cache', vite: { cacheDir: './.vite' } }\n"
  await writeFile(join(site, 'astro.config.mjs'), config)
  await symlink(join(house, 'node_modules'), join(site, 'node_modules'))
})

afterEach(() => rm(site, { recursive: true }))

function build(): { code: number | null; said: string } {
  const astro = join(house, 'node_modules/astro/bin/astro.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [astro, 'build'], {
    cwd: site,
    encoding: 'utf8',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  return { code: status, said: stdout + stderr }
}

async function spoil(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(site, file), 'utf8')
  expect(text).toContain(from)
  await writeFile(join(site, file), text.replace(from, to))
}

describe('a build', () => {
  it('takes pages apart into sections and entries, with the operator in them', async () => {
    const { code, said } = build()
    expect(said).not.toContain('rror')
    expect(code).toBe(0)
    const html = await readFile(join(site, 'dist/index.html'), 'utf8')
    expect(html).toContain('Сколько мне должно быть лет?')
    expect(html).not.toContain('{{')
  })

  it('fails for broken front matter, by file and line', async () => {
    await spoil('src/content/faq/ru.md', 'title: ', 'title ')
    await spoil('src/content/privacy/uk.md', 'translates: ', 'translates: the day of ')
    const { code, said } = build()
    expect(code).not.toBe(0)
    expect(said).toMatch(/src\/content\/faq\/ru\.md:2: "title .*" is not of the form "name: value"/)
    expect(said).toContain('src/content/privacy/uk.md:4: "translates" has to be a day such as 2026-11-21')
  })
})
