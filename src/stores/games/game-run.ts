// The run of a game, from the click to what the player does with the result. The server decides: the animation only shows its answer,
// and the displayed balance is held until it ends.
import { atom, type WritableAtom } from 'nanostores'
import type { Refusal, RefusalCode } from '../../protocol/common.ts'
import { type DropState, type SaleOutcome, sellItem } from '../inventory/item-sale.ts'
import { ApiError, isSignedOut, isUnanswered } from '../kernel/api.ts'
import { onBackOnline } from '../kernel/connection.ts'
import { openLoginFor } from '../kernel/modals.ts'
import { skipsAnimation } from '../kernel/preferences.ts'
import { randomId } from '../kernel/random-id.ts'
import { keepScenesAway } from '../kernel/scenes.ts'
import { prepareSounds } from '../kernel/sound.ts'
import { $user, askToSignIn, holdBalance, loadUser, releaseBalance, setBalance } from '../kernel/user.ts'
import { keepUntilShown } from './keep-until-shown.ts'

/** `Request` is what the player plays, `Played` what the server rolled. */
export type GameRun<Request, Played> =
  | { readonly phase: 'idle' }
  /** `isSent` once the request is under way: before, it is not known whether a player is signed in. */
  | { readonly phase: 'asking'; readonly isSent: boolean }
  /** The animation shows what was rolled. */
  | { readonly phase: 'playing'; readonly played: Played }
  | { readonly phase: 'result'; readonly played: Played }
  /** The balance is too low by this many cents. */
  | { readonly phase: 'short'; readonly missing: number }
  | { readonly phase: 'refused'; readonly code: RefusalCode | 'fault'; readonly message: string }
  /** No answer came: the outcome is unknown. `asking` while the request is repeated under its key. */
  | { readonly phase: 'offline'; readonly request: Request; readonly key: string; readonly asking: boolean }

/** The rules of a game. `balance` of an answer is in cents, null where no money moved. */
export interface GameRules<Request, Reply extends { readonly success: true; readonly balance: number | null }, Played> {
  /** Sends a request. One that is repeated under its key gets the first answer. */
  send(request: Request, key: string): Promise<Reply | Refusal>
  /** Returns what the screen shows of an answer. */
  toPlayed(reply: Reply, request: Request): Played
  /** Returns how many cents the balance lacks for the next play; without it the game has no phase `short`. */
  missing?(): number
  /** Returns what a request costs, in cents: the displayed balance falls by it at once. Without it the balance stays until the result. */
  cost?(request: Request): number
  /** Stores what a guest wanted, and returns the path at which a sign-in resumes it; this page without it. */
  keepWish?(): string
  /** Tells whether a request moves no money, so that guests may make it and no balance is read after it. */
  isFree?(request: Request): boolean
  /** Tells whether a result leaves the player nothing to do: all that was won is sold or gone, or nothing was. */
  isSettled(played: Played): boolean
  /** Changes what a result changes elsewhere on the screen. */
  onResult?(played: Played): void
  /** Reads what a refusal says has changed, and calls `show` when the refusal can be shown. */
  onRefused?(code: RefusalCode, show: () => void): Promise<void>
  /** Clears what belonged to the player whose session has ended. */
  onSignedOut?(): void
  /** Reads what an unanswered request that the player dismissed may have changed. */
  onDismissed?(request: Request): Promise<unknown>
  /** Tells whether a fault leaves the outcome unknown. */
  isUnanswered?(fault: ApiError): boolean
}

/** The states and actions of a game's run. */
export interface GameRunStore<Request, Played> {
  readonly $run: WritableAtom<GameRun<Request, Played>>
  /** True while the controls wait: an answer, an animation or an outcome is pending. */
  isBusy(): boolean
  /**
   * Plays once, unless a run is busy. Guests are asked to sign in; too little balance and refusals end in their phases.
   *
   * @param toRequest makes the request when nothing is awaited any more; null for nothing to play
   */
  start(toRequest: () => Request | null, options?: { readonly isFree: boolean }): Promise<void>
  /** Repeats an unanswered request under its key, as happens by itself when the network is back. */
  retry(): Promise<void>
  /** Gives up waiting for an unanswered request, which may have been done. */
  dismissUnanswered(): Promise<void>
  /** Shows what was rolled already; resolves when its animation has ended or was skipped. */
  playRolled(played: Played): Promise<void>
  /** Ends the animation and shows the result. */
  skip(): void
  /** Clears a result or a refusal, unless a run is busy. Items that were won and not sold stay in the inventory. */
  keep(): void
  /** Changes what a result shows; ignored in every other phase. */
  changeResult(change: (played: Played) => Played): void
}

const IDLE = { phase: 'idle' } as const

/** Loads the sounds of a run; browsers require the call within the click that starts it. */
export function prepareRunSounds(): void {
  prepareSounds(['lid', 'whoosh', 'tick', 'land', 'loss', 'win-1', 'win-2', 'win-3'])
}

/** Tells whether an item of a result can no longer be acted on. */
export const isOver = (state: DropState): boolean => state === 'sold' || state === 'gone'

/** Tells whether the controls wait in a phase. */
export function isBusyPhase({ phase }: GameRun<unknown, unknown>): boolean {
  return phase === 'asking' || phase === 'playing' || phase === 'offline'
}

/** Returns what a run plays or has played; null in every other phase. */
export function playedOf<Played>(run: GameRun<unknown, Played>): Played | null {
  return run.phase === 'playing' || run.phase === 'result' ? run.played : null
}

/** Makes the state machine of a game. */
export function createGameRun<
  Request,
  Reply extends { readonly success: true; readonly balance: number | null },
  Played,
>(rules: GameRules<Request, Reply, Played>): GameRunStore<Request, Played> {
  const $run = atom<GameRun<Request, Played>>(IDLE)
  const isBusy = (): boolean => isBusyPhase($run.get())
  const isFree = (request: Request): boolean => rules.isFree?.(request) ?? false

  /** Checks that a player is signed in and the balance suffices; returns false otherwise. */
  function canPay(): boolean {
    const { status } = $user.get()
    if (status !== 'authorised') {
      if ($run.get().phase === 'asking') $run.set(IDLE)
      // A player whom the server did not name, as the header says, is no guest.
      if (status === 'guest') openLoginFor(rules.keepWish?.() ?? '')
      return false
    }
    const missing = rules.missing?.() ?? 0
    if (missing > 0) $run.set({ phase: 'short', missing })
    return missing === 0
  }

  async function ask(request: Request, key: string): Promise<void> {
    holdBalance(rules.cost?.(request))
    try {
      const reply = await rules.send(request, key)
      if (reply.success) showReply(reply, request)
      else await showRefusal(reply)
    } catch (fault) {
      showFault(fault, request, key)
    } finally {
      if ($run.get().phase !== 'playing') releaseBalance()
    }
  }

  function showReply(reply: Reply, request: Request): void {
    const played = rules.toPlayed(reply, request)
    if (reply.balance !== null) setBalance(reply.balance)
    if (skipsAnimation()) showResult(played)
    else $run.set({ phase: 'playing', played })
  }

  function showResult(played: Played): void {
    $run.set({ phase: 'result', played })
    rules.onResult?.(played)
  }

  /** Shows a refusal, which took nothing. Reads the balance before, so that the player sees what it lacks. */
  async function showRefusal({ code, message }: Refusal): Promise<void> {
    if (code === 'balance' && rules.missing !== undefined) {
      releaseBalance()
      await loadUser()
      holdBalance()
      const missing = rules.missing()
      if (missing > 0) {
        $run.set({ phase: 'short', missing })
        return
      }
    }
    const show = (): void => $run.set({ phase: 'refused', code, message })
    if (rules.onRefused === undefined) show()
    else await rules.onRefused(code, show)
  }

  function showFault(fault: unknown, request: Request, key: string): void {
    if (!(fault instanceof ApiError)) {
      $run.set(IDLE)
      throw fault
    }
    if ((rules.isUnanswered ?? isUnanswered)(fault)) $run.set({ phase: 'offline', request, key, asking: false })
    else if (isSignedOut(fault)) {
      $run.set(IDLE)
      rules.onSignedOut?.()
      askToSignIn(rules.keepWish?.())
    } else $run.set({ phase: 'refused', code: 'fault', message: fault.message })
  }

  async function retry(): Promise<void> {
    const run = $run.get()
    if (run.phase !== 'offline' || run.asking) return
    prepareRunSounds()
    $run.set({ ...run, asking: true })
    await ask(run.request, run.key)
    // A repeated answer holds the balance of the first one.
    if ($run.get().phase !== 'offline' && !isFree(run.request)) await loadUser()
  }

  onBackOnline(() => void retry())
  $run.listen((state) => keepScenesAway($run, state.phase === 'result' && !rules.isSettled(state.played)))

  return {
    $run,
    isBusy,
    retry,
    async start(toRequest, options = { isFree: false }) {
      if (isBusy()) return
      if (!options.isFree && $user.get().status === 'unknown') {
        $run.set({ phase: 'asking', isSent: false })
        prepareRunSounds()
        await loadUser()
      }
      // No await from here to the next `asking`: a second click sees the phase of the first.
      if (!options.isFree && !canPay()) return
      const request = toRequest()
      if (request === null) {
        if ($run.get().phase === 'asking') $run.set(IDLE)
        return
      }
      $run.set({ phase: 'asking', isSent: true })
      const key = randomId()
      if (!options.isFree) keepUntilShown($run, isBusy, key)
      const answered = ask(request, key)
      // After the request was sent: the first sound of a page makes the browser open its audio device.
      prepareRunSounds()
      await answered
    },
    async dismissUnanswered() {
      const run = $run.get()
      if (run.phase !== 'offline' || run.asking) return
      $run.set(IDLE)
      const dismissed = rules.onDismissed?.(run.request)
      await Promise.all([isFree(run.request) ? undefined : loadUser(), dismissed])
    },
    playRolled(played) {
      $run.set({ phase: 'playing', played })
      return new Promise((resolve) => {
        const stop = $run.listen(() => {
          stop()
          resolve()
        })
      })
    },
    skip() {
      const run = $run.get()
      if (run.phase !== 'playing') return
      showResult(run.played)
      releaseBalance()
    },
    keep() {
      if (isBusy()) return
      $run.set(IDLE)
    },
    changeResult(change) {
      const run = $run.get()
      if (run.phase === 'result') $run.set({ phase: 'result', played: change(run.played) })
    },
  }
}

/** A result with at most one item. */
interface SingleResult {
  /** The state of the item. */
  readonly state: DropState
}

/**
 * Makes the function that sells the item of a result and updates its state.
 *
 * @param wonItem returns the item, with what the page shows that it sells for in cents; null where nothing was won
 */
export function createResultSale<Request, Played extends SingleResult>(
  { $run, changeResult }: GameRunStore<Request, Played>,
  wonItem: (played: Played) => { readonly id: string; readonly price: number } | null,
): () => Promise<SaleOutcome> {
  return async () => {
    const run = $run.get()
    const won = run.phase === 'result' && run.played.state === 'mine' ? wonItem(run.played) : null
    if (won === null) return { kind: 'failed' }
    const { id, price } = won
    return sellItem(id, price, (state) =>
      changeResult((played) => (wonItem(played)?.id === id ? { ...played, state } : played)),
    )
  }
}
