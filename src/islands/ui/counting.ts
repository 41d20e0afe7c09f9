// Counts an amount from one value to another in an existing text node.
import { formatMoney } from '../../i18n/format.ts'

const COUNT_MS = 700

/**
 * Animates the amount in an element whose only child is a text. Changes the data of the text node: replacing the node would cause
 * layout, and style recalculation for selectors that depend on children.
 *
 * @param from in whole US cents
 * @param to in whole US cents
 * @param onStep called with each shown amount
 * @returns the function that stops the counting
 */
export function count(element: Element | null, from: number, to: number, onStep?: (cents: number) => void): () => void {
  const text = element?.firstChild as Text
  const startMs = performance.now()
  const show = (cents: number): void => {
    text.data = formatMoney(cents)
    onStep?.(cents)
  }
  const step = (nowMs: number): void => {
    const part = Math.min(1, Math.max(0, (nowMs - startMs) / COUNT_MS))
    show(Math.round(from + (to - from) * (1 - (1 - part) ** 3)))
    if (part < 1) frame = requestAnimationFrame(step)
  }
  show(from)
  let frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}
