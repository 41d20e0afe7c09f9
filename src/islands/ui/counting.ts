// An amount that counts to what it is, in a text that is already there.
import { formatMoney } from '../../i18n/format.ts'

const COUNT_MS = 700

/**
 * Counts within the only text of an element. The text's own node: one that takes its place would be laid out, and all rules that ask
 * what the page holds be asked again.
 *
 * @param from whole US cents
 * @param to whole US cents
 * @param onStep told what is shown
 * @returns what stops it where it is
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
