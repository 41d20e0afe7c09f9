// npm run dev, in a copy of the project: changed texts, pages and catalogues are seen without a restart, and a restart prints no warning.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../../support/runner/free-port.ts'
import { copyProject, type ProjectCopy } from '../../support/runner/guide-copy.ts'

let copy: ProjectCopy
let server: ChildProcess
let output = ''
let url: string
let browser: Browser
let page: Page

/** How often the server has said that it is ready. */
const starts = (): number => output.split(' in development: ').length - 1

async function replaceIn(path: string, before: string, after: string): Promise<void> {
  const file = join(copy.folder, path)
  const text = await readFile(file, 'utf8')
  expect(text).toContain(before)
  await writeFile(file, text.replace(before, after))
}

beforeAll(async () => {
  copy = copyProject()
  const [port, realtimePort, devPort] = [await freePort(), await freePort(), await freePort()]
  url = `http://localhost:${port}`
  server = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: copy.folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      REALTIME_PORT: String(realtimePort),
      DEV_PORT: String(devPort),
      METRICS_PORT: 'off',
      OFFICE_PORT: 'off',
      ICONS: 'off',
    },
  })
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text))
  await vi.waitUntil(() => starts() === 1 || server.exitCode !== null, { timeout: 120_000 })
  browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH ?? '/usr/bin/chromium' })
  page = await browser.newPage({ locale: 'en-GB' })
})

afterAll(async () => {
  await browser?.close()
  if (server?.exitCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  copy?.remove()
})

/** What the visible page says: it has to load again by itself. */
const words = (): Promise<string> => page.locator('body').innerText()

it('a changed page of Markdown reloads in the browser', async () => {
  await page.goto(`${url}/en/faq`)
  await expect.poll(words).toContain('How do I sign in?')
  await replaceIn('src/content/faq/en.md', 'How do I sign in?', 'How does one sign in?')
  await expect.poll(words).toContain('How does one sign in?')
})

it('changed texts reload in the browser, and the server answers with them', async () => {
  await replaceIn('src/i18n/locales/en/shell.json', '"online": "Online"', '"online": "Around"')
  await expect.poll(words).toMatch(/around/i)
  const reloaded = page.waitForEvent('load')
  await replaceIn('src/i18n/locales/en/replies.json', '"Sign in first."', '"Please sign in."')
  // The reload would end what the next test opens.
  await reloaded
  const refusal = (): Promise<string> => fetch(`${url}/api/user/items`).then((response) => response.text())
  await expect.poll(refusal).toContain('Please sign in.')
})

it('a changed catalogue reloads the page', async () => {
  await page.goto(`${url}/en`)
  await expect.poll(words).toMatch(/launchpad/i)
  await replaceIn('data/cases.json', '"en":"Launchpad"', '"en":"Landing site"')
  await expect.poll(words).toMatch(/landing site/i)
})

it('none of them has restarted the server; its own code does, without a warning', async () => {
  expect(starts()).toBe(1)
  await replaceIn('src/server/dev.ts', 'in development: ', 'anew in development: ')
  await expect.poll(starts, { timeout: 120_000 }).toBe(2)
  expect(output).toContain('anew in development: ')
  expect(output).not.toMatch(/warning|deprecated/i)
})
