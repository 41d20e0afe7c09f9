// npm run screenshots: every page in every language, on a phone and a desktop, into screenshots/, which git ignores.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { LANGUAGES } from '../src/game/base/language.ts'
import { launchBrowser, SCREENS, type ScreenName, startSite, visit } from '../tests/support/browsers/browser.ts'
import { PAGES } from '../tests/support/browsers/pages.ts'
import { type CommandIo, printLine, processIo } from './cli/command-io.ts'
import { createProgram, runCommand } from './cli/program.ts'

/** After this long counters, live drops and fonts are complete. */
const SETTLE_MS = 1_200

async function takeScreenshots(io: CommandIo): Promise<void> {
  const folder = new URL('../screenshots/', import.meta.url).pathname
  await mkdir(folder, { recursive: true })
  const site = await startSite({ HOUSE_PLAYERS: 'on' })
  const browser = await launchBrowser()
  try {
    for (const language of LANGUAGES) {
      for (const screen of Object.keys(SCREENS) as ScreenName[]) {
        const { page, context } = await visit(browser, site, language, screen)
        for (const path of PAGES) {
          await page.goto(site.url + path)
          await page.waitForTimeout(SETTLE_MS)
          const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
          await page.screenshot({ path: join(folder, `${name}.${language}.${screen}.png`), fullPage: true })
        }
        await context.close()
      }
    }
  } finally {
    await browser.close()
    await site.stop()
  }
  printLine(io, `${PAGES.length * LANGUAGES.length * Object.keys(SCREENS).length} pictures in screenshots/`)
}

function createScreenshots(io: CommandIo): Command {
  return createProgram('npm run screenshots', io)
    .description('Take a picture of every page in every language, on a phone and a desktop, into screenshots/.')
    .action(() => takeScreenshots(io))
}

await runCommand(createScreenshots, process.argv.slice(2), processIo)
