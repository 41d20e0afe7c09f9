// WebKit, the engine nearest to Safari, by Debian's webkit2gtk-driver: W3C WebDriver over HTTP, in a window of its own below Xvfb.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { WEBKIT_DRIVER } from '../../../scripts/webkit-tools.mjs'
import { SCREENS, type ScreenName } from '../browsers/browser.ts'
import { freePort } from '../runner/free-port.ts'
import { type Engine, type EngineOptions, type EngineWindow, isFault } from './engine.ts'
import { PATIENCE_MS } from './patience.ts'

const WINDOW = join(import.meta.dirname, 'webkit-window.py')

const START_TRIES = 600
const START_MS = 100

/** Key codes of WebDriver, https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const KEYS = { Escape: '\uE00C', Enter: '\uE007', Space: ' ', Tab: '\uE004' } as const

const replySchema = z.object({ value: z.unknown() })
const faultSchema = z.object({ error: z.string(), message: z.string() })
const sessionSchema = z.object({ sessionId: z.string() })

async function startDisplay(): Promise<{ readonly process: ChildProcess; readonly name: string }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(child.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { process: child, name: `:${number.toString().trim()}` }
}

/** Starts the driver with a display; both end with `close`. */
export async function launchWebkit(): Promise<Engine> {
  const display = await startDisplay()
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-webkit-'))
  const port = await freePort()
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    // The language of pages that know no other, and where the windows keep what they store.
    env: { ...process.env, DISPLAY: display.name, LANG: 'en_US.UTF-8', TMPDIR: folder },
    // Messages of the console arrive here, from the pages by way of the driver.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors: string[] = []
  /** What the window told of the end of its page's process. */
  let ended = ''
  createInterface({ input: driver.stderr }).on('line', (line) => {
    if (line.startsWith('WEB PROCESS ENDED')) ended = line
    if (/ CONSOLE (\S+ )?ERROR /.test(line)) errors.push(line)
  })
  let session: string | undefined

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const { value } = replySchema.parse(await response.json())
    if (!response.ok) {
      const { error, message } = faultSchema.parse(value)
      throw new Error(`WebKit at ${path}: ${error} ${message} ${ended}`)
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

  // One window is open at a time: a new one ends the one before.
  async function open(screen: ScreenName, { scripts = true }: EngineOptions = {}): Promise<EngineWindow> {
    await endSession()
    errors = []
    ended = ''
    const own = errors
    const { width, height } = SCREENS[screen]
    const args = ['--automation', `--size=${width}x${height}`, ...(scripts ? [] : ['--no-scripts'])]
    const timeouts = { script: PATIENCE_MS, pageLoad: PATIENCE_MS }
    const capabilities = { alwaysMatch: { timeouts, 'webkitgtk:browserOptions': { binary: WINDOW, args } } }
    const { sessionId } = sessionSchema.parse(await call('POST', '/session', { capabilities }))
    session = sessionId
    const post = (path: string, body: object): Promise<unknown> => {
      if (session !== sessionId) throw new Error('This window of WebKit was closed: a new one ends the one before')
      return call('POST', `/session/${sessionId}${path}`, body)
    }
    const pressKeys = async (keys: readonly string[]): Promise<void> => {
      const actions = keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    }

    return {
      screen,
      scripts,
      frames: true,
      goto: async (url) => void (await post('/url', { url })),
      evaluate: async (run, ...args) => {
        const script = `const done = arguments[arguments.length - 1]
          Promise.resolve((${run})(...[...arguments].slice(0, -1))).then(done, (error) => done({ thrown: String(error) }))`
        const answer = (await post('/execute/async', { script, args })) as Awaited<ReturnType<typeof run>>
        if (typeof answer === 'object' && answer !== null && 'thrown' in answer) throw new Error(String(answer.thrown))
        return answer
      },
      clickAt: async (x, y) => {
        const actions = [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]
        await post('/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
      },
      press: (key) => pressKeys([KEYS[key]]),
      type: (text) => pressKeys([...text]),
      screenshot: async () => Buffer.from(String(await call('GET', `/session/${sessionId}/screenshot`)), 'base64'),
      errors: () => own.filter(isFault),
      close: () => (session === sessionId ? endSession() : Promise.resolve()),
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
    name: 'WebKit',
    open,
    close: async () => {
      await endSession().catch(() => undefined)
      driver.kill()
      display.process.kill()
      // Processes of the engine that end write into it for a moment longer.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
