// A contract, from the items on the table to the one that they become. The results that are possible are read as the docks change;
// the answer is there before the light starts to move, and the inventory waits until it has come to rest.
import { atom, computed } from 'nanostores'
import type { RefusalCode } from '../contract/common.ts'
import type { ContractBody, ContractPreviewReply, ContractReply, ContractTableView } from '../contract/contract.ts'
import type { ItemsReply, OwnedItem } from '../contract/inventory.ts'
import { CONTRACT_ITEMS } from '../game/economy.ts'
import { beside, createAftermath } from './after-frame.ts'
import { ApiError, get, isSignedOut, isUnanswered, post } from './api.ts'
import { receive } from './carried.ts'
import { cheapestFor } from './contract-fill.ts'
import { $inventory, addItem, forgetItems, loadInventory } from './inventory.ts'
import { sellItem } from './item-sale.ts'
import { openLogin } from './modals.ts'
import type { DropState, Sale } from './opening.ts'
import { $quick, isCalm } from './preferences.ts'
import { prepareSounds } from './sound.ts'
import { $user, askToSignIn, holdBalance, loadUser, releaseBalance, setBalance } from './user.ts'

/** The ten docks of the table; an item keeps its dock while others come and go. */
export type Docks = readonly (OwnedItem | null)[]

/** What could come out of the items in the docks. */
export type Results =
  /** Too few items for a contract. */
  | { readonly status: 'none' }
  /** `last` is the table of the docks as they were before. */
  | { readonly status: 'loading'; readonly last: ContractTableView | null }
  | { readonly status: 'ready'; readonly table: ContractTableView }
  | { readonly status: 'refused'; readonly message: string }
  | { readonly status: 'failed' }

/** What was asked of the server. Asked again under the same key it answers what it answered, or signs now: never twice. */
export interface SignRequest {
  readonly body: ContractBody
  readonly key: string
  readonly docks: Docks
  readonly table: ContractTableView
}

/** A contract that was signed. */
export interface Signed {
  readonly docks: Docks
  /** The table that the roll was read against. */
  readonly table: ContractTableView
  /** The item that the others became; its id is the roll's. */
  readonly won: OwnedItem
  /** The ticket that was drawn, 1 to 1,000,000. */
  readonly roll: number
}

export type Signing =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking' }
  | { readonly phase: 'forming'; readonly signed: Signed }
  /** `state` is what became of the result. */
  | { readonly phase: 'result'; readonly signed: Signed; readonly state: DropState }
  | { readonly phase: 'refused'; readonly code: RefusalCode | 'fault'; readonly message: string }
  /** No answer came: nobody here knows whether the contract was signed. `asking` while the request is repeated. */
  | { readonly phase: 'offline'; readonly request: SignRequest; readonly asking: boolean }

export const NO_DOCKS: Docks = Array.from({ length: CONTRACT_ITEMS.most }, () => null)

const IDLE: Signing = { phase: 'idle' }

const NO_RESULTS: Results = { status: 'none' }

const SOUNDS = ['tick', 'win', 'win-rare'] as const

export const $docks = atom<Docks>(NO_DOCKS)

export const $results = atom<Results>(NO_RESULTS)

export const $signing = atom<Signing>(IDLE)

/** The contract as all but the table shows it. */
export const $signingBeside = beside($signing, ({ phase }) => phase === 'forming' || phase === 'result')

const aftermath = createAftermath()

/** True while the cheapest items are looked up. */
export const $filling = atom(false)

/** The items in the docks by their ids. */
export const $docked = computed($docks, (docks): ReadonlyMap<string, OwnedItem> => {
  return new Map(itemsIn(docks).map((item) => [item.id, item]))
})

/** Items in docks, dock by dock. */
export function itemsIn(docks: Docks): readonly OwnedItem[] {
  return docks.filter((item) => item !== null)
}

/** What items in docks are worth together, in cents. */
export function sumOf(docks: Docks): number {
  return itemsIn(docks).reduce((sum, { price }) => sum + price, 0)
}

/** True while a contract is being signed or its outcome is unknown: the controls wait. */
export function isBusy({ phase }: Signing): boolean {
  return phase === 'asking' || phase === 'forming' || phase === 'offline'
}

/** True when no item can be put on the table: it is full, or a contract is being signed. */
export const $isFull = computed(
  [$docks, $signing],
  (docks, signing) => isBusy(signing) || docks.every((item) => item !== null),
)

/** Changes the docks, unless a contract is being signed; what was said of the last one is put away. */
function change(next: (docks: Docks) => Docks): void {
  if (isBusy($signing.get())) return
  aftermath.finish()
  $signing.set(IDLE)
  const before = $docks.get()
  const after = next(before)
  if (after === before) return
  $docks.set(after)
  void readResults()
}

/** Puts an item into the first free dock, or takes it out of its own. */
export function toggle(item: OwnedItem): void {
  change((docks) => {
    const place = docks.findIndex((docked) => docked?.id === item.id)
    if (place >= 0) return docks.with(place, null)
    const free = docks.indexOf(null)
    return free < 0 ? docks : docks.with(free, item)
  })
}

/** Puts what was taken along from the dashboard into the docks that are free; returns what ends the waiting for it. */
export function receiveDocks(): () => void {
  return receive('contract', (items) => {
    change((docks) => {
      const docked = new Set(itemsIn(docks).map(({ id }) => id))
      const taken = items.filter(({ id }) => !docked.has(id)).values()
      return docks.map((item) => item ?? taken.next().value ?? null)
    })
  })
}

/** Takes every item off the table. */
export function clear(): void {
  change(() => NO_DOCKS)
}

/** Asks a guest to sign in; true for a player. */
async function isPlayer(): Promise<boolean> {
  if ($user.get().status === 'unknown') await loadUser()
  if ($user.get().status === 'authorised') return true
  openLogin()
  return false
}

/** True when the session has ended: the table is cleared, and whoever wants to play signs in again. */
function isCleared(fault: unknown): boolean {
  if (!isSignedOut(fault)) return false
  askToSignIn()
  $signing.set(IDLE)
  $docks.set(NO_DOCKS)
  $results.set(NO_RESULTS)
  return true
}

/**
 * Fills the docks that are free with the cheapest items that make a contract.
 *
 * @returns false when the items could not be read
 */
export async function fillCheapest(): Promise<boolean> {
  if (isBusy($signing.get()) || $filling.get()) return true
  $filling.set(true)
  try {
    if (!(await isPlayer())) return true
    const { items } = await get<ItemsReply>('/user/items?sort=cheap')
    change((docks) => {
      const docked = new Set(itemsIn(docks).map(({ id }) => id))
      const others = items.filter(({ id }) => !docked.has(id))
      const taken = cheapestFor(others, docks.length - docked.size, sumOf(docks)).values()
      return docks.map((item) => item ?? taken.next().value ?? null)
    })
    return true
  } catch (fault) {
    if (isCleared(fault)) return true
    console.error('The cheapest items could not be read', fault)
    return false
  } finally {
    $filling.set(false)
  }
}

let reading: AbortController | null = null

/** Reads what the docks could become; the answer to the newest question is the one that is shown. */
export async function readResults(): Promise<void> {
  reading?.abort()
  const docks = $docks.get()
  const ids = itemsIn(docks).map(({ id }) => id)
  if (ids.length < CONTRACT_ITEMS.least) {
    $results.set(NO_RESULTS)
    return
  }
  const question = new AbortController()
  reading = question
  const before = $results.get()
  const last = before.status === 'ready' ? before.table : before.status === 'loading' ? before.last : null
  $results.set({ status: 'loading', last })
  try {
    const reply = await post<ContractPreviewReply>('/contract/preview', { ids }, undefined, question.signal)
    if (question.signal.aborted) return
    if (reply.success) $results.set({ status: 'ready', table: reply.table })
    else if (reply.code === 'item-gone') await takeGoneOff(reply.message)
    else $results.set({ status: 'refused', message: reply.message })
  } catch (fault) {
    if (question.signal.aborted || isCleared(fault)) return
    console.error('The results could not be read', fault)
    $results.set({ status: 'failed' })
  }
}

/** After a refusal because of an item that is gone: the inventory is read anew, and only what is in it stays on the table. */
async function takeGoneOff(message: string): Promise<void> {
  $signing.set({ phase: 'refused', code: 'item-gone', message })
  $results.set(NO_RESULTS)
  await loadInventory()
  const before = $docks.get()
  const left = dockedStill(before)
  // Nobody here knows which one it was: none of them is better than the same refusal again.
  $docks.set(itemsIn(left).length === itemsIn(before).length ? NO_DOCKS : left)
  await readResults()
}

/** The docks without what the inventory does not list. */
function dockedStill(docks: Docks): Docks {
  const listed = new Set($inventory.get().items.map(({ id }) => id))
  return docks.map((item) => (item !== null && listed.has(item.id) ? item : null))
}

/** Results come at once for who wants no motion. */
function isStill(): boolean {
  return $quick.get() === 'on' || isCalm()
}

/**
 * Signs the contract over the items in the docks, with the table that is on show. A guest is asked to sign in, refusals end in a phase
 * that says so, and nothing happens while a contract is being signed or its table is not there.
 */
export async function sign(): Promise<void> {
  if (isBusy($signing.get())) return
  aftermath.finish()
  prepareSounds(SOUNDS)
  if ($user.get().status !== 'authorised' && !(await isPlayer())) return
  const results = $results.get()
  if (isBusy($signing.get()) || results.status !== 'ready') return
  const docks = $docks.get()
  const body: ContractBody = { ids: itemsIn(docks).map(({ id }) => id), oddsHash: results.table.oddsHash }
  $signing.set({ phase: 'asking' })
  await ask({ body, key: crypto.randomUUID(), docks, table: results.table })
}

/** After a lost connection: repeats the same request under the same key, and shows the result as if nothing had happened. */
export async function askAgain(): Promise<void> {
  const signing = $signing.get()
  if (signing.phase !== 'offline' || signing.asking) return
  prepareSounds(SOUNDS)
  $signing.set({ ...signing, asking: true })
  await ask(signing.request)
  // An answer that is given again tells the balance of then.
  if ($signing.get().phase !== 'offline') await loadUser()
}

/** Puts a lost contract away. It may have been signed: the inventory is read anew, and only what is in it stays on the table. */
export async function later(): Promise<void> {
  const signing = $signing.get()
  if (signing.phase !== 'offline' || signing.asking) return
  $signing.set(IDLE)
  await Promise.all([loadUser(), loadInventory()])
  $docks.set(dockedStill($docks.get()))
  await readResults()
}

async function ask(request: SignRequest): Promise<void> {
  holdBalance()
  try {
    const reply = await post<ContractReply>('/contract', request.body, request.key)
    if (reply.success) drawn(reply, request)
    else await refused(reply.code, reply.message)
  } catch (fault) {
    failed(fault, request)
  } finally {
    if ($signing.get().phase !== 'forming') releaseBalance()
  }
}

function drawn(reply: Extract<ContractReply, { success: true }>, { docks, table }: SignRequest): void {
  const { id, item, price, roll } = reply.drop
  if (id === null) throw new Error('A contract without a roll')
  setBalance(reply.balance)
  const won: OwnedItem = { id, item, price, source: 'contract', won_at: Date.now() }
  const signed: Signed = { docks, table, won, roll }
  if (isStill()) settle(signed)
  else $signing.set({ phase: 'forming', signed })
}

/**
 * Shows a result. What it used up stays on show until that has come in; then it leaves the inventory, where it is marked as docked, the
 * table, and what it could become.
 */
function settle(signed: Signed): void {
  $signing.set({ phase: 'result', signed, state: 'mine' })
  const ids = itemsIn(signed.docks).map(({ id }) => id)
  aftermath.plan([
    () => {
      forgetItems(ids)
      addItem(signed.won)
    },
    () => $docks.set(NO_DOCKS),
    () => $results.set(NO_RESULTS),
  ])
}

/** A refusal took nothing; what it says has changed is read anew. */
async function refused(code: RefusalCode, message: string): Promise<void> {
  if (code === 'item-gone') {
    await takeGoneOff(message)
    return
  }
  $signing.set({ phase: 'refused', code, message })
  if (code === 'odds-changed') await readResults()
}

function failed(fault: unknown, request: SignRequest): void {
  if (!(fault instanceof ApiError)) {
    $signing.set(IDLE)
    throw fault
  }
  if (isUnanswered(fault)) {
    $signing.set({ phase: 'offline', request, asking: false })
    return
  }
  if (isCleared(fault)) return
  $signing.set({ phase: 'refused', code: 'fault', message: fault.message })
}

/** Ends the play of light: it has come to rest, or the player wants to see the result now. */
export function skip(): void {
  const signing = $signing.get()
  if (signing.phase !== 'forming') return
  settle(signing.signed)
  releaseBalance()
}

/** Puts the result or a refusal away; what came out and was not sold is kept in the inventory. */
export function keep(): void {
  if (isBusy($signing.get())) return
  aftermath.finish()
  $signing.set(IDLE)
}

/** Puts the result into the first dock of the next contract. */
export function useAgain(): void {
  const signing = $signing.get()
  if (signing.phase === 'result' && signing.state === 'mine') toggle(signing.signed.won)
}

/** Sells the result. */
export async function sellWon(): Promise<Sale> {
  const signing = $signing.get()
  if (signing.phase !== 'result' || signing.state !== 'mine') return { kind: 'failed' }
  aftermath.finish()
  const { id } = signing.signed.won
  return sellItem(id, (state) => mark(id, state))
}

function mark(id: string, state: DropState): void {
  const signing = $signing.get()
  if (signing.phase === 'result' && signing.signed.won.id === id) $signing.set({ ...signing, state })
}
