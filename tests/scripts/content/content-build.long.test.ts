// The build takes the static pages from Astro's content collections, and ends where a file is broken, named by file and line.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Shows what a page holds, so that the built file can be read. */
const PAGE = `---
import { staticPage } from '../content/page.ts'
---
<pre set:html={JSON.stringify([await staticPage('faq', 'ru'), await staticPage('contacts', 'uk')])} />
`

/** What the content's configuration imports, and the build asks for. */
const OTHERS = [
  'src/content.config.ts',
  'src/game/base/language.ts',
  'src/i18n/format.ts',
  'data/payments.json',
  'data/rewards.json',
  'src/i18n/typography.ts',
  'package.json',
  'tsconfig.json',
]

let site: string

/** Makes a site of one page with the content of this one. */
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'spacedrop-build-'))
  await cp(join(root, 'src/content'), join(site, 'src/content'), { recursive: true })
  for (const path of OTHERS) {
    await cp(join(root, path), join(site, path))
  }
  await mkdir(join(site, 'src/pages'))
  await writeFile(join(site, 'src/pages/index.astro'), PAGE)
  // The Markdown options of the site; caches of its own.
  const config = `import site from '${join(root, 'astro.config.mjs')}'
import { contentCheck } from '${join(root, 'scripts/content/content-check.ts')}'
export default { markdown: site.markdown, integrations: [contentCheck()], cacheDir: './.cache', vite: { cacheDir: './.vite' } }
`
  await writeFile(join(site, 'astro.config.mjs'), config)
  await symlink(join(root, 'node_modules'), join(site, 'node_modules'))
})

afterEach(() => rm(site, { recursive: true }))

function build(): { code: number | null; said: string } {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [astro, 'build'], {
    cwd: site,
    encoding: 'utf8',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  return { code: status, said: stdout + stderr }
}

async function breakFile(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(site, file), 'utf8')
  expect(text).toContain(from)
  await writeFile(join(site, file), text.replace(from, to))
}

describe('a build', { timeout: 120_000 }, () => {
  it('divides pages into sections and entries, and fills in details of the operator', async () => {
    const { code, said } = build()
    expect(said).not.toContain('rror')
    expect(code).toBe(0)
    const html = await readFile(join(site, 'dist/index.html'), 'utf8')
    expect(html).toContain('"id":"age","title":"Сколько мне должно быть лет?","html":"<p>')
    expect(html).toContain('mailto:support@spacedrop.example')
    expect(html).not.toMatch(/\{\{|%7B/)
  })

  it('names the numbers of the rules that the data files hold', async () => {
    await breakFile('data/rewards.json', '"wonPriceHours": 24', '"wonPriceHours": 36')
    await breakFile('data/rewards.json', '"gold":15', '"gold":13')
    expect(build().code).toBe(0)
    const html = await readFile(join(site, 'dist/index.html'), 'utf8')
    expect(html).toContain('Первые 36 часов')
    expect(html).toContain('Золото: 13%')
  })

  it('fails for broken front matter, by file and line', async () => {
    await breakFile('src/content/faq/ru.md', 'title: ', 'title ')
    await breakFile('src/content/privacy/uk.md', 'translates: ', 'translates: the day of ')
    const { code, said } = build()
    expect(code).not.toBe(0)
    expect(said).toContain('src/content/faq/ru.md:2: front matter is no YAML: ')
    expect(said).toContain('src/content/privacy/uk.md:4: "translates" has to be a day such as 2026-11-21')
  })
})
