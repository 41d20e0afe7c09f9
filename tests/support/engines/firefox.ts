// Firefox by WebDriver BiDi, which needs no driver beside it.
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { FIREFOX } from '../../../scripts/firefox-tools.mjs'
import { SCREENS } from '../browsers/browser.ts'
import { type Engine, isFault } from './engine.ts'
import { PATIENCE_MS } from './patience.ts'

/** What Puppeteer's types hide of a frame. */
interface Frame {
  /** Its own world, which runs code where the scripts of pages do not run. */
  isolatedRealm(): Pick<Page, 'evaluate'>
  readonly browsingContext: {
    /** Sends all of it in one command, https://www.w3.org/TR/webdriver-bidi/#command-input-performActions. */
    performActions(actions: readonly object[]): Promise<void>
  }
}

/** A tap in one command: Puppeteer sends its two halves apart, and Firefox takes 300 ms between them for a long press, without a click. */
const tapAt = (x: number, y: number): readonly object[] => [
  {
    type: 'pointer',
    id: 'finger',
    parameters: { pointerType: 'touch' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

/** Starts Firefox; it ends with `close`. */
export async function launchFirefox(): Promise<Engine> {
  const start = (preferences: Readonly<Record<string, unknown>>): Promise<Browser> =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      headless: true,
      timeout: PATIENCE_MS,
      protocolTimeout: PATIENCE_MS,
      // The language of pages that know no other, and scrollbars that take no width.
      extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'ui.useOverlayScrollbars': 1, ...preferences },
    })
  const browser = await start({})
  /** No command switches the scripts of a page off: a second Firefox has none. */
  let unscripted: Browser | undefined
  return {
    name: 'Firefox',
    close: async () => void (await Promise.all([browser.close(), unscripted?.close()])),
    open: async (screen, { scripts = true } = {}) => {
      if (!scripts) unscripted ??= await start({ 'javascript.enabled': false })
      const isTouch = screen === 'phone'
      const context = await (scripts ? browser : (unscripted ?? browser)).createBrowserContext()
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await page.setViewport(SCREENS[screen])
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      const frame = page.mainFrame() as unknown as Frame
      const world = scripts ? page : frame.isolatedRealm()
      return {
        screen,
        scripts,
        frames: scripts,
        goto: async (url) => void (await page.goto(url)),
        evaluate: (run, ...args) =>
          world.evaluate(`(${run})(...${JSON.stringify(args)})`) as Promise<Awaited<ReturnType<typeof run>>>,
        clickAt: (x, y) => (isTouch ? frame.browsingContext.performActions(tapAt(x, y)) : page.mouse.click(x, y)),
        press: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
        type: (text) => page.keyboard.type(text),
        screenshot: async () => Buffer.from(await page.screenshot()),
        errors: () => errors.filter(isFault),
        close: () => context.close(),
      }
    },
  }
}
