// Browsers whose connection is cut or falls silent, ten times for 1 to 120 seconds, while others play: after each
// reconnect, the live list equals the server's, contains no duplicates, and missed nothing while it was connected.
//
// Real time, real sockets, a line between that can break; the store, the client and the server are those of the site.
import { setTimeout as pass } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { createLiveFeed, type LiveFeed } from '../../../src/stores/live/live-feed.ts'
import { CONNECTION } from '../../../src/stores/live/socket.ts'
import { type CuttableConnection, openCuttableConnection } from '../../support/databases/cuttable-connection.ts'
import { openCase } from '../../support/sites/instances.ts'
import { openKillableServer } from '../../support/sites/killable-server.ts'
import { RetryingPlayer } from '../../support/sites/retrying-player.ts'
import type { ServerProcess } from '../../support/sites/server-process.ts'

interface Cut {
  readonly seconds: number
  /** Broken off, as by a restarted router, or silent, as in a tunnel: then no side is informed. */
  readonly how: 'cut' | 'silent'
}

/** The cuts of each client, in sequence; different clients are cut in parallel. */
const CLIENTS: readonly (readonly Cut[])[] = [
  [{ seconds: 120, how: 'cut' }],
  [{ seconds: 120, how: 'silent' }],
  [
    { seconds: 90, how: 'cut' },
    { seconds: 10, how: 'silent' },
  ],
  [
    { seconds: 60, how: 'silent' },
    { seconds: 30, how: 'cut' },
  ],
  [
    { seconds: 1, how: 'cut' },
    { seconds: 45, how: 'cut' },
    { seconds: 5, how: 'silent' },
    { seconds: 20, how: 'cut' },
  ],
]

const DROP_EVERY_MS = 1_000
/** Before the first cut, and between two. */
const WHOLE_MS = 5_000
/** The longest delay between two attempts, and the timeout of an attempt. */
const BACK_MOST_MS = 60_000
const SAME_MOST_MS = 20_000
const LOOK_EVERY_MS = 100
/** The longest delay of a drop: it is batched, and shown after the previous one. */
const UNDER_WAY_MS = 3_000

interface Won {
  readonly id: string
  readonly atMs: number
}

const idsOf = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)

/** A page that shows the live list. */
class Page {
  readonly #server: ServerProcess
  readonly #line: CuttableConnection
  readonly #feed: LiveFeed
  readonly #socket: ReturnType<typeof io>
  readonly seen = new Set<string>()
  /** The number of lists that contained a drop twice. */
  doubled = 0
  connections = 0

  private constructor(server: ServerProcess, line: CuttableConnection, origin: string) {
    this.#server = server
    this.#line = line
    this.#feed = createLiveFeed({
      now: Date.now,
      setTimer: (action, delayMs) => {
        const timer = setTimeout(action, delayMs)
        return () => clearTimeout(timer)
      },
      load: () => this.truth(),
      storage: null,
      log: (message, cause) => console.error(message, cause),
    })
    this.#feed.setViewer(null)
    this.#feed.$feed.listen(({ all }) => {
      const ids = idsOf(all)
      for (const id of ids) this.seen.add(id)
      if (new Set(ids).size < ids.length) this.doubled++
    })
    this.#socket = io(`http://127.0.0.1:${line.port}`, {
      ...CONNECTION,
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { origin },
    })
    this.#socket.on('live', this.#feed.receive)
    this.#socket.on('connect', () => {
      this.connections++
      this.#feed.reload()
    })
    this.#feed.start()
  }

  static async open(server: ServerProcess): Promise<Page> {
    const { port } = new URL(await server.realtimeAddress())
    return new Page(server, await openCuttableConnection(Number(port)), await server.address())
  }

  /** The server's list. */
  async truth(): Promise<{ all: { id: string }[] }> {
    return (await fetch(`${await this.#server.address()}/api/live`)).json()
  }

  /** Waits until a condition holds; returns the duration, undefined on a time-out. */
  async #until(isSo: () => boolean | Promise<boolean>, mostMs: number): Promise<number | undefined> {
    const since = performance.now()
    while (!(await isSo())) {
      if (performance.now() - since > mostMs) return undefined
      await pass(LOOK_EVERY_MS)
    }
    return performance.now() - since
  }

  async cut({ how, seconds }: Cut): Promise<number> {
    const before = this.connections
    if (how === 'cut') this.#line.cut()
    else this.#line.silence()
    await pass(seconds * 1000)
    this.#line.restore()
    // A short silence is no disconnect: delayed data arrives on the same connection.
    const isBack = (): boolean => this.connections > before || (how === 'silent' && this.#socket.connected)
    return (await this.#until(isBack, BACK_MOST_MS)) ?? Number.POSITIVE_INFINITY
  }

  /** Returns whether it shows the server's list, while drops continue. */
  async becomesSame(): Promise<boolean> {
    const isSame = async (): Promise<boolean> => {
      const { all } = await this.truth()
      return idsOf(all).toSorted().join() === idsOf(this.#feed.$feed.get().all).toSorted().join()
    }
    return (await this.#until(isSame, SAME_MOST_MS)) !== undefined
  }

  async close(): Promise<void> {
    this.#socket.disconnect()
    await this.#line.close()
  }
}

const HEADS = ['client', 'cut', 's', 'back ms', 'won then', 'missed', 'doubled', 'same list']

function line(cells: readonly (string | number | boolean)[]): string {
  return cells.map((cell) => String(cell).padStart(10)).join('')
}

/** Cuts a page repeatedly. It has to show every drop that was won while it was connected. */
async function runCuts(server: ServerProcess, client: number, cuts: readonly Cut[], won: readonly Won[]) {
  const page = await Page.open(server)
  let isRight = true
  for (const cut of cuts) {
    await pass(WHOLE_MS)
    const cutAt = Date.now()
    const backMs = await page.cut(cut)
    const isSame = await page.becomesSame()
    const wholeFrom = Date.now()
    await pass(WHOLE_MS + UNDER_WAY_MS)
    const wholeUntil = Date.now() - UNDER_WAY_MS
    const shownAfter = won.filter(({ atMs }) => atMs > wholeFrom && atMs < wholeUntil)
    const meanwhile = won.filter(({ atMs }) => atMs > cutAt && atMs < cutAt + cut.seconds * 1000).length
    const missed = shownAfter.filter(({ id }) => !page.seen.has(id)).length
    console.log(line([client, cut.how, cut.seconds, Math.round(backMs), meanwhile, missed, page.doubled, isSame]))
    isRight &&= backMs <= BACK_MOST_MS && missed === 0 && page.doubled === 0 && isSame
  }
  await page.close()
  return isRight
}

/**
 * Plays while any client is cut, and prints a line for each cut.
 *
 * @param share shortens each cut to this share of its time
 */
export async function run(share: number): Promise<boolean> {
  const site = await openKillableServer('pglite')
  try {
    const [code] = await site.server.start(1)
    if (code === undefined) throw new Error('There is nobody who plays')
    const player = await RetryingPlayer.signIn(site.server, code)
    const won: Won[] = []
    let isOver = false
    const playing = (async () => {
      while (!isOver) {
        won.push({ id: await openCase(player), atMs: Date.now() })
        await pass(DROP_EVERY_MS)
      }
    })()
    console.log(line(HEADS))
    const suffering = CLIENTS.map((cuts, client) => {
      const shorter = cuts.map(({ seconds, how }) => ({ seconds: seconds * share, how }))
      return runCuts(site.server, client + 1, shorter, won)
    })
    const outcomes = await Promise.all(suffering)
    isOver = true
    await playing
    console.log(`\n${won.length} drops were won`)
    return outcomes.every(Boolean)
  } finally {
    await site.close()
  }
}
