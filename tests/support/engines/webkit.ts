// WebKit, the engine nearest to Safari, by Debian's webkit2gtk-driver: W3C WebDriver over HTTP, in a window of its own below Xvfb.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { WEBKIT_DRIVER } from '../../../scripts/webkit-tools.mjs'
import { SCREENS, type ScreenName } from '../browser.ts'
import { freePort } from '../free-port.ts'

const WINDOW = join(import.meta.dirname, 'webkit-window.py')

/** An answer takes longer than this only where the page hangs. */
const ANSWER_MS = 30_000
const START_TRIES = 100
const START_MS = 100

/** Key codes of WebDriver, https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const KEYS = { Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004' } as const

const replySchema = z.object({ value: z.unknown() })
const faultSchema = z.object({ error: z.string(), message: z.string() })
const sessionSchema = z.object({ sessionId: z.string() })

export interface WebkitPage {
  goto(url: string): Promise<void>
  /** Runs a function in the page and waits for it; arguments and result are JSON. Fails where the page does not answer in time. */
  evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Clicks in the middle of the first visible element that a CSS selector matches. */
  click(selector: string): Promise<void>
  clickAt(x: number, y: number): Promise<void>
  press(key: keyof typeof KEYS): Promise<void>
  /** Returns a picture of the window, as PNG. */
  screenshot(): Promise<Buffer>
}

export interface Webkit {
  /** Opens a window without cookies in the size of a screen; only one is open at a time. */
  open(screen: ScreenName): Promise<WebkitPage>
  close(): Promise<void>
}

async function startDisplay(): Promise<{ readonly process: ChildProcess; readonly name: string }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(child.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { process: child, name: `:${number.toString().trim()}` }
}

/** Starts the driver with a display; both end with `close`. */
export async function launchWebkit(): Promise<Webkit> {
  const display = await startDisplay()
  const port = await freePort()
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: 'ignore',
  })
  let session: string | undefined

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const { value } = replySchema.parse(await response.json())
    if (!response.ok) {
      const { error, message } = faultSchema.parse(value)
      throw new Error(`WebKit at ${path}: ${error} ${message}`)
    }
    return value
  }

  async function endSession(): Promise<void> {
    if (session === undefined) return
    const path = `/session/${session}`
    session = undefined
    // The window closes before the driver has heard of it.
    await call('DELETE', path).catch((error: unknown) => {
      if (!String(error).includes('no such window')) throw error
    })
  }

  async function open(screen: ScreenName): Promise<WebkitPage> {
    await endSession()
    const { width, height } = SCREENS[screen]
    const options = { binary: WINDOW, args: ['--automation', `--size=${width}x${height}`] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    const { sessionId } = sessionSchema.parse(await call('POST', '/session', { capabilities }))
    session = sessionId
    const post = (path: string, body: object): Promise<unknown> => call('POST', `/session/${sessionId}${path}`, body)

    const clickAt = async (x: number, y: number): Promise<void> => {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await post('/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
    }
    const evaluate = async <Args extends readonly unknown[], Result>(
      run: (...args: Args) => Result | Promise<Result>,
      ...args: Args
    ): Promise<Result> => {
      const script = `const done = arguments[arguments.length - 1]
        Promise.resolve((${run})(...[...arguments].slice(0, -1))).then(done, (error) => done({ thrown: String(error) }))`
      const answer = (await post('/execute/async', { script, args })) as Result | { readonly thrown: string }
      if (typeof answer === 'object' && answer !== null && 'thrown' in answer) throw new Error(answer.thrown)
      return answer
    }

    return {
      goto: async (url) => void (await post('/url', { url })),
      evaluate,
      clickAt,
      click: async (selector) => {
        const middle = await evaluate((wanted: string) => {
          const visible = [...document.querySelectorAll(wanted)].find((element) => element.checkVisibility())
          visible?.scrollIntoView({ block: 'nearest' })
          const box = visible?.getBoundingClientRect()
          return box === undefined ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
        }, selector)
        if (middle === null) throw new Error(`Nothing visible matches ${selector}`)
        await clickAt(middle.x, middle.y)
      },
      press: async (key) => {
        const actions = [
          { type: 'keyDown', value: KEYS[key] },
          { type: 'keyUp', value: KEYS[key] },
        ]
        await post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
      },
      screenshot: async () => Buffer.from(String(await call('GET', `/session/${sessionId}/screenshot`)), 'base64'),
    }
  }

  for (let tries = 1; ; tries++) {
    try {
      await call('GET', '/status')
      break
    } catch (error) {
      if (tries === START_TRIES) throw error
      await setTimeout(START_MS)
    }
  }
  return {
    open,
    close: async () => {
      await endSession().catch(() => undefined)
      driver.kill()
      display.process.kill()
    },
  }
}
