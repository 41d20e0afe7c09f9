// Making a battle: the draft, which stays in this tab while its player signs in or deposits, its price, and the call.
import { atom, computed } from 'nanostores'
import { BATTLE_FUND_DAY } from '../../game/base/economy.ts'
import type { BattleReply, CreateBattleBody } from '../../protocol/battle.ts'
import { get } from '../kernel/api.ts'
import { readFromSession, storeInSession } from '../kernel/browser-storage.ts'
import { freshSeed } from '../kernel/fresh-seed.ts'
import { parseJson } from '../kernel/unknown-value.ts'
import { $user } from '../kernel/user.ts'
import {
  type BattleDraft,
  costOf,
  draftOf,
  EMPTY_DRAFT,
  readDraft,
  roundsOf,
  termsOf,
  urlsOf,
  withCount,
} from './battle-draft.ts'
import { type MoveOutcome, moveBattle } from './battle-join.ts'

const KEY = 'spacedrop:battle-draft'

export const $draft = atom<BattleDraft>(EMPTY_DRAFT)

/** The prices of the cases that can be chosen, in cents. */
const $prices = atom<ReadonlyMap<string, number>>(new Map())

/** The battle that the address names: `failed` where it could not be read. */
export const $source = atom<'none' | 'loading' | 'failed'>('none')

export const $cost = computed([$draft, $prices], costOf)

/** The sum that the balance lacks, in cents; 0 for guests. */
export const $missing = computed([$cost, $user], ({ total }, state) =>
  state.status === 'authorised' ? Math.max(0, total - state.user.balance) : 0,
)

/** True where the seats of others cost more than a day allows. */
export const $isOverfunded = computed($cost, ({ fund }) => fund > BATTLE_FUND_DAY)

function show(draft: BattleDraft): void {
  $draft.set(draft)
  const { cases: _, rematchOf: __, ...terms } = draft
  storeInSession(KEY, roundsOf(draft) === 0 ? null : JSON.stringify({ ...terms, urls: urlsOf(draft) }))
}

/** Changes how the battle is played. Other terms make it another battle than the one that it plays again. */
export function changeDraft(part: Partial<Omit<BattleDraft, 'cases' | 'rematchOf'>>): void {
  const draft = { ...$draft.get(), ...part }
  const isSame = !(['format', 'mode', 'crazy', 'fast'] as const).some((name) => name in part)
  show({ ...draft, rematchOf: isSame ? draft.rematchOf : null })
}

/** Adds one round of a case, or removes one. */
export function countCase(url: string, change: 1 | -1): void {
  const draft = $draft.get()
  const cases = withCount(draft, url, change)
  if (cases !== draft.cases) show({ ...draft, cases, rematchOf: null })
}

/** Removes all rounds of a case. */
export function removeCase(url: string): void {
  const draft = $draft.get()
  show({ ...draft, cases: draft.cases.filter((one) => one.url !== url), rematchOf: null })
}

/** Removes all rounds. */
export function clearCases(): void {
  show({ ...$draft.get(), cases: [], rematchOf: null })
}

/** Returns a draft without the cases that are not offered (any more). */
function onlyOffered(draft: BattleDraft): BattleDraft {
  const prices = $prices.get()
  return { ...draft, cases: draft.cases.filter(({ url }) => prices.has(url)) }
}

async function readSource(id: string): Promise<void> {
  $source.set('loading')
  try {
    const reply = await get<BattleReply>(`/battles/${encodeURIComponent(id)}`)
    if (!reply.success) throw new Error(reply.message)
    show(onlyOffered(draftOf(reply.battle)))
    $source.set('none')
  } catch (fault) {
    console.error('The battle to play again could not be read', fault)
    $source.set('failed')
  }
}

/**
 * Shows the draft of this tab, or the battle that the address names as `from`.
 *
 * @param cases that can be chosen, with their prices in cents
 * @param search the query of the address
 */
export async function openDraft(
  cases: readonly { readonly url: string; readonly price: number }[],
  search: string,
): Promise<void> {
  $prices.set(new Map(cases.map(({ url, price }) => [url, price])))
  $draft.set(onlyOffered(readDraft(parseJson(readFromSession(KEY) ?? ''))))
  const from = new URLSearchParams(search).get('from')
  if (from !== null) await readSource(from)
}

/** The call of the last draft: without an answer the same seed is sent again. */
let sent: { readonly draft: BattleDraft; readonly body: CreateBattleBody } | null = null

function bodyOf(draft: BattleDraft): CreateBattleBody {
  const { format, mode, fast, isPrivate, percent, rematchOf } = draft
  return {
    ...{ format, mode, fast, isPrivate, percent },
    ...termsOf(draft),
    rounds: urlsOf(draft),
    price: costOf(draft, $prices.get()).seat,
    seed: freshSeed(),
    ...(rematchOf === null ? {} : { rematchOf }),
  }
}

/** Makes the battle. */
export async function createBattle(): Promise<MoveOutcome> {
  const draft = $draft.get()
  if (sent?.draft !== draft) sent = { draft, body: bodyOf(draft) }
  const outcome = await moveBattle('/battles', sent.body)
  if (outcome.kind !== 'failed') sent = null
  if (outcome.kind === 'done') storeInSession(KEY, null)
  return outcome
}
