// Chromium by Playwright, as one of the engines.
import { isInterruptedTransition, launchBrowser, SCREENS } from '../browsers/browser.ts'
import type { Engine } from './engine.ts'
import { PATIENCE_MS } from './patience.ts'

/** Runs in the page: scrollbars take no width in the other engines. */
function hideScrollbars(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { scrollbar-width: none }')
  document.adoptedStyleSheets = [sheet]
}

/** Starts Chromium; it ends with `close`. */
export async function launchChromium(): Promise<Engine> {
  const browser = await launchBrowser()
  return {
    name: 'Chromium',
    close: () => browser.close(),
    open: async (screen, { scripts = true } = {}) => {
      const isTouch = screen === 'phone'
      const context = await browser.newContext({
        viewport: SCREENS[screen],
        hasTouch: isTouch,
        javaScriptEnabled: scripts,
        locale: 'en-US',
      })
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await page.addInitScript(hideScrollbars)
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', ({ message }) => {
        if (!isInterruptedTransition(message)) errors.push(message)
      })
      return {
        screen,
        scripts,
        frames: scripts,
        goto: async (url) => {
          await page.goto(url)
          if (!scripts) await page.evaluate(hideScrollbars)
        },
        evaluate: (run, ...args) =>
          page.evaluate(`(${run})(...${JSON.stringify(args)})`) as Promise<Awaited<ReturnType<typeof run>>>,
        clickAt: (x, y) => (isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
        press: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        screenshot: () => page.screenshot(),
        setOffline: (isOffline) => context.setOffline(isOffline),
        errors: () => errors,
        close: () => context.close(),
      }
    },
  }
}
