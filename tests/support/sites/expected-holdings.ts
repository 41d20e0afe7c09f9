// The expected holdings of a player who plays through crashes: balance and items, checked against every response; and
// each acknowledged result as a line that the ledger must contain (tests/support/databases/audit.ts reads the same lines there).
import assert from 'node:assert/strict'
import type { Acknowledged, RetryingPlayer } from './retrying-player.ts'
import type { ServerProcess } from './server-process.ts'

/** The fields of responses that are checked; others differ from call to call. */
// biome-ignore lint/suspicious/noExplicitAny: answers have any shape, and what is wrong with one shows in what is asserted
export type Reply = any

/** One call of this many is kept to be repeated at the end, in addition to all retried ones. */
const KEPT_EVERY = 40

/** Returns an index below a number of sides that differs from call to call, and is the same in every run. */
function seededPick(seed: number): (sides: number) => number {
  let state = seed * 7919 + 1
  return (sides) => {
    state = (state * 48_271) % 0x7fffffff
    return state % sides
  }
}

export class ExpectedHoldings {
  readonly server: ServerProcess
  readonly player: RetryingPlayer
  readonly playerId: number
  readonly pick: (sides: number) => number
  /** Cents. */
  balance = 0
  /** Prices in cents by id, in the order in which the items were won. */
  readonly owned = new Map<string, number>()
  /** Calls to be repeated. */
  readonly calls: Acknowledged[] = []
  /** The last acknowledged call. */
  last: Acknowledged | undefined
  acknowledged = 0
  interrupted = 0
  /** The number of refusals by code. */
  readonly refusals = new Map<string, number>()
  #lines: string[] = []

  constructor(server: ServerProcess, player: RetryingPlayer) {
    this.server = server
    this.player = player
    this.playerId = player.playerId
    this.pick = seededPick(player.playerId)
  }

  async get(path: string): Promise<Reply> {
    return JSON.parse(await this.player.read(path))
  }

  /** Posts a call with a key; returns undefined when it was refused. Every response other than 200 is a fault. */
  async play(path: string, body: object): Promise<Reply | undefined> {
    const call = await this.player.post(path, JSON.stringify(body))
    assert.equal(call.status, 200, `${path} ${call.body}, sent ${call.sent} times: ${call.text}`)
    const answer = JSON.parse(call.text)
    if (answer.success !== true) {
      this.refusals.set(answer.code, (this.refusals.get(answer.code) ?? 0) + 1)
      return undefined
    }
    this.acknowledged++
    this.last = call
    if (call.sent > 1) this.interrupted++
    if (call.sent > 1 || this.acknowledged % KEPT_EVERY === 0) this.calls.push(call)
    return answer
  }

  /** Like `play`, for a call that must succeed: a refusal is a fault. */
  async mustPlay(path: string, body: object): Promise<Reply> {
    const answer = await this.play(path, body)
    const refusals = JSON.stringify([...this.refusals.keys()])
    assert.ok(answer !== undefined, `player ${this.playerId}: ${path} ${JSON.stringify(body)} was refused: ${refusals}`)
    return answer
  }

  /** Changes the balance, and compares it with the response. */
  settle(answer: Reply, change: number, what: string): void {
    this.balance += change
    assert.equal(answer.balance, this.balance, `the balance of player ${this.playerId} after ${what}`)
  }

  /** An acknowledged result. */
  note(line: string): void {
    this.#lines.push(line)
  }

  /** Returns the results that were acknowledged since the last call. */
  takeLines(): string[] {
    const lines = this.#lines
    this.#lines = []
    return lines
  }

  win({ id, price, roll }: { id: string; price: number; roll?: number }, rollId?: string): void {
    assert.ok(!this.owned.has(id), `item ${id} was given twice`)
    this.owned.set(id, price)
    this.note(`item ${id} of ${this.playerId} at ${price}`)
    if (rollId !== undefined) this.note(`roll ${rollId} of ${this.playerId}`)
    if (rollId !== undefined && roll !== undefined) this.note(`number ${rollId} is ${roll}`)
  }

  /** Removes items, the oldest first, and records how each ends. */
  lose(ids: readonly string[], kind: 'sold' | 'upgraded' | 'contracted'): void {
    for (const id of ids) {
      this.owned.delete(id)
      this.note(`end ${id} ${kind}`)
    }
  }

  /** Returns the oldest items, up to a number. */
  oldest(count: number): { ids: string[]; worth: number } {
    const chosen = [...this.owned].slice(0, count)
    return { ids: chosen.map(([id]) => id), worth: chosen.reduce((sum, [, price]) => sum + price, 0) }
  }
}
