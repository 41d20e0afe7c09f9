// Prints what the pages of a failed journey show: a journey that fails on another machine is seen nowhere else.
import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

/** Lines of a page that are printed: the main part of a screen has about a hundred. */
const LINES_MOST = 150

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of openPages()) {
    for (const part of await page.locator('main, dialog[open]').all()) {
      const shown = await part.ariaSnapshot({ timeout: 5_000 }).catch(String)
      console.log(`${task.name}: ${page.url()} shows\n${shown.split('\n').slice(0, LINES_MOST).join('\n')}`)
    }
  }
})
