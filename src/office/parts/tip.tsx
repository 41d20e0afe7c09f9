// A tip at an element that the reader points at or tabs to: a native popover, so that no table clips it.
import { type PointerEvent, type ReactElement, useRef } from 'react'
import styles from './tip.module.css'

const GAP_PX = 6

interface Anchor {
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerDown: () => void
  readonly onPointerLeave: () => void
  readonly onKeyUp: (event: { key: string; currentTarget: HTMLElement }) => void
  readonly onBlur: () => void
}

/** Places a tip below its element, or above it at the end of the screen. */
function place(tip: HTMLElement, element: HTMLElement): void {
  const box = element.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const left = Math.min(Math.max(GAP_PX, box.left + box.width / 2 - width / 2), innerWidth - width - GAP_PX)
  const below = box.bottom + GAP_PX
  tip.style.left = `${left}px`
  tip.style.top = `${below + height > innerHeight ? box.top - GAP_PX - height : below}px`
}

/**
 * Returns what an element with a tip needs: its handlers, and the tip to render beside it. The tip follows the reader alone: focus that a
 * closed dialog returns, and a press that spends the element under the pointer, show none, because it would cover what the act did.
 *
 * @param text undefined for an element without one
 */
export function useTip(id: string, text: string | undefined): { anchor: Partial<Anchor>; tip: ReactElement | null } {
  const element = useRef<HTMLSpanElement>(null)
  const isPressed = useRef(false)
  const hide = (): void => {
    if (element.current?.matches(':popover-open')) element.current.hidePopover()
  }
  const leave = (): void => {
    isPressed.current = false
    hide()
  }
  if (text === undefined) {
    const press = (): void => {
      isPressed.current = true
    }
    return { anchor: { onPointerDown: press, onPointerLeave: leave }, tip: null }
  }
  const show = ({ currentTarget }: { currentTarget: HTMLElement }): void => {
    const tip = element.current
    if (tip === null || isPressed.current || tip.matches(':popover-open')) return
    tip.showPopover()
    place(tip, currentTarget)
  }
  return {
    anchor: {
      // A mouse that rests where a dialog was enters what is below it without a move.
      onPointerEnter: (event) => {
        if (event.pointerType !== 'mouse') show(event)
      },
      onPointerMove: show,
      onPointerLeave: leave,
      onKeyUp: (event) => {
        if (event.key === 'Tab') show(event)
      },
      onBlur: hide,
    },
    tip: (
      <span ref={element} id={id} role="tooltip" popover="manual" className={styles.tip}>
        {text}
      </span>
    ),
  }
}
