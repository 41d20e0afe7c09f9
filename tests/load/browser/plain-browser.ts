// A Chromium that is driven by the DevTools protocol alone. Playwright listens to the scripts of a page (`Runtime.enable`): then V8 looks up
// the place in the source of every Error that is made, and parses React once more for those that React makes when it is loaded: 80 to
// 130 ms of a page's load on a slowed processor, which no player has.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CHROMIUM, isHydrated, SCREENS } from '../../support/browsers/browser.ts'
import { TRACE_CATEGORIES, type TraceEvent } from './trace.ts'

const START_MS = 30_000
const READY_MS = 60_000
const POLL_MS = 250

/** A cookie of a browser's session. */
export interface PlainCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly httpOnly: boolean
}

interface PageLoad {
  readonly url: string
  readonly cookies: readonly PlainCookie[]
  /** The factor by which the processor is slowed. */
  readonly slowed: number
  /** How long it goes on after the hydration, in ms. */
  readonly afterMs: number
  /** The name of the mark that is set at the end. */
  readonly endMark: string
}

export interface PlainBrowser {
  /** Loads a page on a phone, in a context without a cache, and returns the trace. */
  load(page: PageLoad): Promise<readonly TraceEvent[]>
  close(): Promise<void>
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly value?: readonly TraceEvent[] }
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** A connection of the protocol: calls, and what a trace sends. */
class Connection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  #calls = 0
  #events: TraceEvent[] = []
  #onComplete: (() => void) | undefined

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Message)
    socket.onclose = () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser has ended'))
    }
  }

  static async open(address: string): Promise<Connection> {
    const socket = new WebSocket(address)
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      socket.onerror = () => reject(new Error(`Nothing answers at ${address}`))
    })
    return new Connection(socket)
  }

  call<Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    const id = ++this.#calls
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject })
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
  }

  async trace(): Promise<() => Promise<readonly TraceEvent[]>> {
    this.#events = []
    const complete = new Promise<void>((resolve) => {
      this.#onComplete = resolve
    })
    await this.call('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: [...TRACE_CATEGORIES, 'loading'] },
    })
    return async () => {
      await this.call('Tracing.end')
      await complete
      return this.#events
    }
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (method === 'Tracing.dataCollected') this.#events.push(...(params?.value ?? []))
    if (method === 'Tracing.tracingComplete') this.#onComplete?.()
    if (id === undefined) return
    const call = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) call?.resolve(result)
    else call?.reject(new Error(error.message))
  }
}

/** Returns the address that a starting browser writes into its profile. */
async function addressOf(profile: string, child: ChildProcess): Promise<string> {
  for (const until = performance.now() + START_MS; performance.now() < until; await wait(POLL_MS)) {
    if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode}`)
    try {
      const [port, path] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
      if (path !== undefined) return `ws://127.0.0.1:${port}${path}`
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  throw new Error('Chromium does not start')
}

/** Waits until the islands of the page are hydrated. */
async function shellReady(connection: Connection, sessionId: string): Promise<void> {
  const expression = `(${isHydrated})()`
  for (const until = performance.now() + READY_MS; performance.now() < until; await wait(POLL_MS)) {
    const { result } = await connection.call<{ result: { value: unknown } }>(
      'Runtime.evaluate',
      { expression },
      sessionId,
    )
    if (result.value === true) return
  }
  throw new Error('The islands of the page are not hydrated')
}

async function loadPage(connection: Connection, page: PageLoad): Promise<readonly TraceEvent[]> {
  const { browserContextId } = await connection.call<{ browserContextId: string }>('Target.createBrowserContext')
  await connection.call('Storage.setCookies', { browserContextId, cookies: page.cookies })
  const { targetId } = await connection.call<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const attaching = { targetId, flatten: true }
  const { sessionId } = await connection.call<{ sessionId: string }>('Target.attachToTarget', attaching)
  const send = (method: string, params: object): Promise<unknown> => connection.call(method, params, sessionId)
  await send('Emulation.setDeviceMetricsOverride', { ...SCREENS.phone, deviceScaleFactor: 1, mobile: true })
  await send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const stopTrace = await connection.trace()
  await send('Emulation.setCPUThrottlingRate', { rate: page.slowed })
  await send('Page.navigate', { url: page.url })
  await shellReady(connection, sessionId)
  await wait(page.afterMs)
  await send('Runtime.evaluate', { expression: `performance.mark(${JSON.stringify(page.endMark)})` })
  const events = await stopTrace()
  await connection.call('Target.disposeBrowserContext', { browserContextId })
  return events
}

/** Starts a browser with an empty profile. */
export async function launchPlain(): Promise<PlainBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'spacedrop-browser-'))
  const { executablePath, args } = CHROMIUM
  const words = [...args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(executablePath, words, { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const connection = await Connection.open(await addressOf(profile, child))
  return {
    load: (page) => loadPage(connection, page),
    close: async () => {
      child.kill()
      await ended
      rmSync(profile, { recursive: true })
    },
  }
}
