// Browsers whose connection is cut or falls silent, ten times for 1 to 120 seconds, while others play: once each is back, its live list
// is the one that the server has, nothing in it stands twice, and nothing that came while it was connected was missed.
//
// npm run bench -- cuts [--share 0.1]: a share of each cut's time, to try it.
//
// Real time, real sockets, a line between that breaks; the store, the client and the server are those of the site.
import { argv } from 'node:process'
import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { io } from 'socket.io-client'
import { createLiveFeed, type LiveFeed } from '../../src/stores/live-feed.ts'
import { CONNECTION } from '../../src/stores/socket.ts'
import { type CuttableLine, openLine } from '../support/cuttable-line.ts'
import { openCase } from '../support/instances.ts'
import { LastingPlayer } from '../support/lasting-player.ts'
import { openMortalSite } from '../support/mortal-site.ts'
import type { ServerProcess } from '../support/server-process.ts'

interface Cut {
  readonly seconds: number
  /** Broken off, as by a router that starts anew; or silent, as in a tunnel: then nobody is told. */
  readonly how: 'cut' | 'silent'
}

/** The cuts of each client, one after the other; the clients are cut side by side. */
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
/** The longest wait between two attempts, and an attempt. */
const BACK_MOST_MS = 60_000
const SAME_MOST_MS = 20_000
const LOOK_EVERY_MS = 100
/** A drop is on its way for so long at most: it is gathered, and slides in after the one before. */
const UNDER_WAY_MS = 3_000

interface Won {
  readonly id: string
  readonly atMs: number
}

const idsOf = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)

/** A page that shows the live list. */
class Page {
  readonly #server: ServerProcess
  readonly #line: CuttableLine
  readonly #feed: LiveFeed
  readonly #socket: ReturnType<typeof io>
  readonly seen = new Set<string>()
  /** Lists that held a drop twice. */
  doubled = 0
  connections = 0

  private constructor(server: ServerProcess, line: CuttableLine, origin: string) {
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
    this.#feed.setOnlooker(null)
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
    return new Page(server, await openLine(Number(port)), await server.address())
  }

  /** What the server has. */
  async truth(): Promise<{ all: { id: string }[] }> {
    return (await fetch(`${await this.#server.address()}/api/live`)).json()
  }

  /** Waits for as long as something is not so yet; answers how long that took, undefined when it was too long. */
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
    else this.#line.hush()
    await pass(seconds * 1000)
    this.#line.mend()
    // A silence that was short enough is none: what was held back comes, on the same connection.
    const isBack = (): boolean => this.connections > before || (how === 'silent' && this.#socket.connected)
    return (await this.#until(isBack, BACK_MOST_MS)) ?? Number.POSITIVE_INFINITY
  }

  /** Whether it comes to show what the server has, while drops go on. */
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

/** Cuts a page again and again. What is won while it is whole has to be seen by it. */
async function suffer(server: ServerProcess, client: number, cuts: readonly Cut[], won: readonly Won[]) {
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

/** Plays for as long as anybody is cut, and prints a line for each cut. */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({ args: argv.slice(3), options: { share: { type: 'string', default: '1' } } })
  const share = Number(values.share)
  const site = await openMortalSite('pglite')
  try {
    const [code] = await site.server.start(1)
    if (code === undefined) throw new Error('There is nobody who plays')
    const player = await LastingPlayer.signIn(site.server, code)
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
      return suffer(site.server, client + 1, shorter, won)
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
