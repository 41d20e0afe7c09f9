// Keyboard shortcuts of every game: Escape skips the animation and closes the result, Space and Enter skip, Enter plays. Enter plays only
// after a pause: a second press, meant for what was there before, must not buy.

import type { ReadableAtom } from 'nanostores'
import { useEffect, useRef } from 'react'
import type { GameRun, GameRunStore } from '../../../stores/games/game-run.ts'
import { isOnPressable, isTyping, useDocumentKeys } from '../../ui/controls/document-keys.ts'
import { takeEarlyKeys } from '../../ui/controls/early-keys.ts'
import { focusMovedAtMs } from '../../ui/controls/lost-focus.ts'

/** A menu that closes with Escape by itself, wherever the focus is. */
const OPEN_MENU = '[popover]:popover-open'

/** How long Enter beside the main button plays nothing, after the game or the focus has changed. */
export const PAUSE_MS = 1_500

export interface GameKeys extends Pick<GameRunStore<unknown, unknown>, 'skip' | 'keep'> {
  readonly $run: ReadableAtom<GameRun<unknown, unknown>>
  /** What Enter does while nothing is played; without it Enter only skips. */
  readonly play?: () => void
  /** What Enter does after a request without an answer, in place of `play`. */
  readonly retry?: () => Promise<void>
  /** Handles keys that only one game has. */
  readonly onOther?: (event: KeyboardEvent) => void
}

function onEscape(event: KeyboardEvent, { $run, skip, keep }: GameKeys): void {
  if (document.querySelector(OPEN_MENU) !== null) return
  const { phase } = $run.get()
  if (phase === 'playing') skip()
  else if (phase === 'result' && !isTyping(event)) keep()
}

/**
 * Handles a key of a game. Exported for tests.
 *
 * @param sinceChangeMs how long the game and the focus have been as they are
 */
export function handleGameKey(event: KeyboardEvent, game: GameKeys, sinceChangeMs: number): void {
  const { key } = event
  const { phase } = game.$run.get()
  if (key === 'Escape') onEscape(event, game)
  else if (isTyping(event)) return
  else if (key !== ' ' && key !== 'Enter') game.onOther?.(event)
  else if (isOnPressable(event)) return
  else if (phase === 'playing') {
    event.preventDefault()
    game.skip()
  } else if (key === 'Enter') {
    if (phase === 'offline') void game.retry?.()
    else if (sinceChangeMs >= PAUSE_MS) game.play?.()
  }
}

/** Handles the keys of a game while its screen is mounted. */
export function useGameKeys(game: GameKeys): void {
  const { $run } = game
  const changedAtMs = useRef(Number.NEGATIVE_INFINITY)
  useEffect(
    () =>
      $run.listen(() => {
        changedAtMs.current = performance.now()
      }),
    [$run],
  )
  const handle = (event: KeyboardEvent): void =>
    handleGameKey(event, game, performance.now() - Math.max(changedAtMs.current, focusMovedAtMs()))
  useDocumentKeys(handle)
  const handleEarly = useRef(handle)
  // After the effects of the screen, which begin with its own choice.
  useEffect(() => {
    for (const event of takeEarlyKeys()) handleEarly.current(event)
  }, [])
}
