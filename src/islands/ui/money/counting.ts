// Counts an amount from one value to another in an existing text node.
import { formatMoney } from '../../../i18n/format.ts'

const COUNT_MS = 700

interface Counting {
  /** How long it takes, in ms. */
  readonly durationMs?: number | undefined
  /** Called with each shown amount. */
  readonly onStep?: (cents: number) => void
}

interface RunningCount {
  /** Shows the last amount now. */
  finish(): void
  /** Leaves the amount as it is. */
  stop(): void
}

/**
 * Shows an amount in an element whose only child is a text. A browser that translates the page may have replaced the text by an element,
 * in which a later change would not be seen.
 *
 * @param amount in whole US cents
 */
export function showAmount(element: Element | null, amount: number): void {
  const text = element?.firstChild
  const words = formatMoney(amount)
  if (text != null && 'data' in text) text.data = words
  else if (element !== null) element.textContent = words
}

/**
 * Animates the amount in an element whose only child is a text. Changes the data of the text node: replacing the node would cause
 * layout, and style recalculation for selectors that depend on children.
 *
 * @param from in whole US cents
 * @param to in whole US cents
 */
export function count(
  element: Element | null,
  from: number,
  to: number,
  { durationMs = COUNT_MS, onStep }: Counting = {},
): RunningCount {
  const startMs = performance.now()
  const show = (cents: number): void => {
    showAmount(element, cents)
    onStep?.(cents)
  }
  const step = (nowMs: number): void => {
    const part = Math.min(1, Math.max(0, (nowMs - startMs) / durationMs))
    show(Math.round(from + (to - from) * (1 - (1 - part) ** 3)))
    if (part < 1) frame = requestAnimationFrame(step)
  }
  show(from)
  let frame = requestAnimationFrame(step)
  const stop = (): void => cancelAnimationFrame(frame)
  return {
    stop,
    finish: () => {
      stop()
      show(to)
    },
  }
}
