// The proof of a battle: everything that it was drawn from, and its verification by recomputing everything. The browser and
// `npm run verify` both run this, with the hashes and curves of their platform.

import { cents } from '../base/money.ts'
import type { BeaconChain } from '../fairness/beacon.ts'
import { type HmacAsync, ROLL_RANGE, runDrawAsync } from '../fairness/fairness.ts'
import { BALANCE_PRIZE, lineOfRoll, type Odds, readOdds } from '../fairness/odds-text.ts'
import { type DrawChecking, prizeText, SECRET, type Step } from '../fairness/proof.ts'
import { BATTLE_FORMATS, type BattleResult, type BattleTerms, type DecidingRolls, decideBattle } from './battle.ts'
import { type BattleLock, type BattleSource, battleSeed, isSentInTime, lockRound, lockText } from './lock.ts'
import { battleRoll } from './rolls.ts'

/** Names the format of the file, which never changes; another format gets another name. */
export const BATTLE_PROOF_FORMAT = 'spacedrop-battle-1'

/** A published lock. Times are milliseconds since 1970. */
export interface ProvenLock {
  readonly hash: string
  readonly text: string
  /** The round of the beacon; null for a committed seed. */
  readonly round: number | null
  readonly lockedAt: number
  /** When it was sent to browsers; null for one that was not. */
  readonly sentAt: number | null
}

export interface ProvenDrop {
  readonly roll: number
  /** The id of the item, and its price in cents. */
  readonly item: string
  readonly price: number
}

export interface ProvenDraw {
  /** The signature of the beacon's round, or the server seed. */
  readonly secret: string
  /** Of each round the drops by slot. */
  readonly drops: readonly (readonly ProvenDrop[])[]
  /** The winning slots, what each seat gets in cents, and the rolls that decided what the values left open. */
  readonly winners: readonly number[]
  readonly shares: readonly number[]
  readonly deciding: DecidingRolls
}

export interface BattleProof {
  readonly format: typeof BATTLE_PROOF_FORMAT
  /** The battle's id. */
  readonly battle: string
  readonly terms: BattleTerms
  /** Where the randomness comes from: a chain of beacon rounds, or a seed that was committed to when the battle was made. */
  readonly source:
    | { readonly source: 'drand'; readonly chain: string }
    | { readonly source: 'seed'; readonly commit: string }
  /** Of each round the SHA-256 of its odds table and the price of its case in cents. */
  readonly rounds: BattleLock['rounds']
  /** The seats by slot, from the lock on; none before, because their ids are receipts until then. */
  readonly seats: BattleLock['seats']
  /** All locks; the last one counts. */
  readonly locks: readonly ProvenLock[]
  /** The odds tables of the rounds, by their hash. */
  readonly odds: Readonly<Record<string, string>>
  /** Null until it is drawn. */
  readonly draw: ProvenDraw | null
}

export const BATTLE_STEPS = ['lock', 'odds', 'source', 'rolls', 'items', 'result'] as const

export type BattleStep = (typeof BATTLE_STEPS)[number]

/** A step, and the place of the first wrong value in the proof, like `draw.drops[2][0].roll`; null where nothing is wrong. */
export interface PlacedStep extends Step {
  readonly place: string | null
}

/**
 * `lock`: each lock is the hash of exactly this battle, with the first round at least six seconds after it; earlier locks were not
 * sent in time, and the last one was. `odds`: each round has the table that the lock names, of this price. `source`: the signature is
 * the beacon's for the round of the last lock, or the seed fits the commitment. `rolls`: both give these rolls. `items`: each roll wins
 * this item at this price. `result`: the winners, what each seat gets, and the deciding rolls.
 */
export type BattleVerification = Readonly<Record<BattleStep, PlacedStep>>

/** The first wrong value of a step, and what it should be; null where that cannot be told. */
interface Difference {
  readonly place: string
  readonly computed: string | null
}

const NOT_YET: PlacedStep = { ...SECRET, place: null }

/** @param computed what a right step shows */
function stepOf(difference: Difference | null, computed: string | null): PlacedStep {
  if (difference === null) return { verdict: 'right', computed, place: null }
  return { verdict: 'wrong', ...difference }
}

/** Returns a difference where a recorded value is not the computed one. */
function compare(place: string, recorded: unknown, computed: unknown): Difference | null {
  const [one, other] = [JSON.stringify(recorded), JSON.stringify(computed)]
  return one === other ? null : { place, computed: typeof computed === 'string' ? computed : other }
}

/** Returns the source as a lock of a round names it. */
function sourceOf({ source }: BattleProof, round: number | null): BattleSource {
  return source.source === 'drand' ? { ...source, round: round ?? 0 } : source
}

/** Checks the times of a lock of a beacon: its round follows from its time, and whether it was sent in time says whether it counts. */
function timesDifference(proof: BattleProof, at: number, chain: BeaconChain): Difference | null {
  const lock = proof.locks[at]
  if (lock === undefined) return null
  const { round, lockedAt, sentAt } = lock
  const due = lockRound(chain, lockedAt)
  if (round !== due) return { place: `locks[${at}].round`, computed: String(due) }
  const earlier = proof.locks[at - 1]
  if (earlier !== undefined && due <= (earlier.round ?? 0)) return { place: `locks[${at}].round`, computed: null }
  const isInTime = sentAt !== null && sentAt >= lockedAt && isSentInTime(chain, due, sentAt)
  const isLast = at === proof.locks.length - 1
  // The last lock may still be on its way to browsers while nothing is drawn.
  const isRight = isLast ? isInTime || (proof.draw === null && sentAt === null) : !isInTime
  return isRight ? null : { place: `locks[${at}].sentAt`, computed: null }
}

async function lockDifference(proof: BattleProof, { chains, hashing }: DrawChecking): Promise<Difference | null> {
  const { battle, terms, rounds, seats, source, locks } = proof
  if (seats.length !== BATTLE_FORMATS[terms.format].seats) return { place: 'seats', computed: null }
  const chain = source.source === 'drand' ? chains.find(({ hash }) => hash === source.chain) : null
  if (chain === undefined) return { place: 'source.chain', computed: null }
  // A committed seed needs no round, so that there is nothing to be late for.
  if (chain === null && locks.length > 1) return { place: 'locks[1]', computed: null }
  for (const [at, { text, hash, round }] of locks.entries()) {
    const bound = lockText({ battle, ...terms, rounds, seats, source: sourceOf(proof, round) })
    const difference =
      (chain === null ? compare(`locks[${at}].round`, round, null) : timesDifference(proof, at, chain)) ??
      compare(`locks[${at}].text`, text, bound) ??
      compare(`locks[${at}].hash`, hash, await hashing.sha256(text))
    if (difference !== null) return difference
  }
  return null
}

async function checkLock(proof: BattleProof, checking: DrawChecking): Promise<PlacedStep> {
  const last = proof.locks.at(-1)
  if (last !== undefined) return stepOf(await lockDifference(proof, checking), last.hash)
  const isOpen = proof.draw === null && proof.seats.length === 0
  return isOpen ? NOT_YET : stepOf({ place: 'locks', computed: null }, null)
}

/** Parses a table of odds of a case: a million tickets, each with an item that has a price. */
function readCaseOdds(text: string): Odds | null {
  const odds = readOdds(text)
  if (odds === null || odds.game !== 'case' || odds.tickets !== ROLL_RANGE) return null
  const areItems = odds.lines.every(({ item, priceCents }) => item !== null && item !== BALANCE_PRIZE && priceCents > 0)
  return areItems ? odds : null
}

async function oddsDifference(proof: BattleProof, { hashing }: DrawChecking): Promise<Difference | null> {
  const used = new Set(proof.rounds.map(({ odds }) => odds))
  for (const [hash, text] of Object.entries(proof.odds)) {
    const place = `odds["${hash}"]`
    const difference = compare(place, hash, await hashing.sha256(text))
    if (difference !== null) return difference
    if (!used.has(hash) || readCaseOdds(text) === null) return { place, computed: null }
  }
  for (const [at, { odds: hash, price }] of proof.rounds.entries()) {
    const odds = readCaseOdds(proof.odds[hash] ?? '')
    if (odds === null) return { place: `rounds[${at}].odds`, computed: null }
    const difference = compare(`rounds[${at}].price`, price, odds.priceCents)
    if (difference !== null) return difference
  }
  return null
}

interface Source {
  readonly step: PlacedStep
  /** The key of the rolls as hex; null where it is unknown or wrong. */
  readonly seed: string | null
}

async function checkSource(proof: BattleProof, { hashing, chains, randomness }: DrawChecking): Promise<Source> {
  const { source, draw, locks } = proof
  const lock = locks.at(-1)
  if (draw === null) return { step: NOT_YET, seed: null }
  const wrong = (place: string, computed: string | null): Source => ({
    step: stepOf({ place, computed }, null),
    seed: null,
  })
  if (lock === undefined) return wrong('locks', null)
  if (source.source === 'seed') {
    const commit = await hashing.sha256(draw.secret)
    if (commit !== source.commit) return wrong('draw.secret', commit)
  } else {
    const chain = chains.find(({ hash }) => hash === source.chain)
    if (chain === undefined) return wrong('source.chain', null)
    const signed = { round: lock.round ?? 0, signature: draw.secret }
    if ((await randomness(chain, signed)) === null) return wrong('draw.secret', null)
  }
  const seed = await battleSeed(hashing.sha256Bytes, lock.hash, draw.secret)
  return { step: stepOf(null, seed), seed }
}

/** Returns the place where the drops are not one for each seat in each round. */
function shapeDifference({ rounds, seats }: BattleProof, { drops }: ProvenDraw): Difference | null {
  if (drops.length !== rounds.length) return { place: 'draw.drops', computed: null }
  const at = drops.findIndex((round) => round.length !== seats.length)
  return at < 0 ? null : { place: `draw.drops[${at}]`, computed: null }
}

async function rollsDifference(
  { seats }: BattleProof,
  { drops }: ProvenDraw,
  hmac: HmacAsync,
): Promise<Difference | null> {
  for (const [round, bySlot] of drops.entries()) {
    for (const [seat, { roll }] of bySlot.entries()) {
      const place = { seed: seats[seat]?.seed ?? '', round: round + 1, slot: seat + 1 }
      const drawn = await runDrawAsync(hmac, battleRoll(place))
      const difference = compare(`draw.drops[${round}][${seat}].roll`, roll, drawn)
      if (difference !== null) return difference
    }
  }
  return null
}

function itemsDifference({ rounds, odds }: BattleProof, { drops }: ProvenDraw): Difference | null {
  for (const [round, bySlot] of drops.entries()) {
    const table = readCaseOdds(odds[rounds[round]?.odds ?? ''] ?? '')
    for (const [seat, { roll, item, price }] of bySlot.entries()) {
      const place = `draw.drops[${round}][${seat}]`
      const line = table === null ? undefined : lineOfRoll(table, roll)
      if (line === undefined) return { place, computed: null }
      const difference = compare(place, prizeText(item, price), prizeText(line.item, line.priceCents))
      if (difference !== null) return difference
    }
  }
  return null
}

/** Decides the battle again by its recorded values. */
function decideAgain({ terms }: BattleProof, { drops }: ProvenDraw, hmac: HmacAsync): Promise<BattleResult> {
  const values = drops.map((bySlot) => bySlot.map(({ price }) => cents(price)))
  return runDrawAsync(hmac, decideBattle(terms, values))
}

function resultDifference(draw: ProvenDraw, { winners, shareCents, deciding }: BattleResult): Difference | null {
  return (
    compare('draw.deciding.tie', draw.deciding.tie, deciding.tie) ??
    compare('draw.deciding.jackpot', draw.deciding.jackpot, deciding.jackpot) ??
    compare('draw.deciding.cents', draw.deciding.cents, deciding.cents) ??
    compare('draw.winners', draw.winners, winners) ??
    compare('draw.shares', draw.shares, shareCents)
  )
}

/** Verifies every step that the proof allows; the steps that are still to come are `secret`. */
export async function verifyBattle(proof: BattleProof, checking: DrawChecking): Promise<BattleVerification> {
  const { draw } = proof
  const [lock, odds, { step: source, seed }] = await Promise.all([
    checkLock(proof, checking),
    oddsDifference(proof, checking).then((difference) => stepOf(difference, null)),
    checkSource(proof, checking),
  ])
  if (draw === null) return { lock, odds, source, rolls: NOT_YET, items: NOT_YET, result: NOT_YET }
  const shape = shapeDifference(proof, draw)
  if (shape !== null) {
    const step = stepOf(shape, null)
    return { lock, odds, source, rolls: step, items: step, result: step }
  }
  const items = stepOf(itemsDifference(proof, draw), null)
  if (seed === null) {
    const step = stepOf({ place: 'draw.secret', computed: null }, null)
    return { lock, odds, source, rolls: step, items, result: step }
  }
  const hmac = checking.hashing.hmac(seed)
  const result = await decideAgain(proof, draw, hmac)
  return {
    lock,
    odds,
    source,
    rolls: stepOf(await rollsDifference(proof, draw, hmac), null),
    items,
    result: stepOf(resultDifference(draw, result), result.winners.join(', ')),
  }
}
