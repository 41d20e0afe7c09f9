// Keyboard shortcuts of every game: Escape skips the animation and closes the result, Space and Enter skip, Enter plays.
import type { ReadableAtom } from 'nanostores'
import type { GameRun, GameRunStore } from '../../../stores/games/game-run.ts'
import { isOnPressable, isTyping, useDocumentKeys } from '../../ui/controls/document-keys.ts'

/** A menu that closes with Escape by itself, wherever the focus is. */
const OPEN_MENU = '[popover]:popover-open'

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

/** Handles a key of a game. Exported for tests. */
export function handleGameKey(event: KeyboardEvent, game: GameKeys): void {
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
    else game.play?.()
  }
}

/** Handles the keys of a game while its screen is mounted. */
export function useGameKeys(game: GameKeys): void {
  useDocumentKeys((event) => handleGameKey(event, game))
}
