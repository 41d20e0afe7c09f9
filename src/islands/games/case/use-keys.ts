// Keyboard shortcuts of screens that open cases, besides those of every game: digits set the count, D opens a demo.
import { $opening, keep, retry, skip } from '../../../stores/games/opening.ts'
import { useGameKeys } from '../parts/use-game-keys.ts'

/** The actions of the keys; a missing action disables its keys. */
interface KeyActions {
  readonly open: () => void
  readonly demo?: () => void
  readonly setCount?: (count: number) => void
}

/** Handles the keys while the screen is mounted. */
export function useKeys({ open, demo, setCount }: KeyActions): void {
  const onOther = ({ key, code }: KeyboardEvent): void => {
    if (/^[0-9]$/.test(key)) setCount?.(key === '0' ? 10 : Number(key))
    else if (code === 'KeyD') demo?.()
  }
  useGameKeys({ $run: $opening, skip, keep, retry, play: open, onOther })
}
