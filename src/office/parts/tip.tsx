// A tip at an element that the pointer is over or the focus is on: a native popover, so that no table clips it.
import { type ReactElement, useRef } from 'react'
import styles from './tip.module.css'

const GAP_PX = 6

interface Anchor {
  readonly onPointerEnter: (event: { currentTarget: HTMLElement }) => void
  readonly onPointerLeave: () => void
  readonly onFocus: (event: { currentTarget: HTMLElement }) => void
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
 * Returns what an element with a tip needs: its handlers, and the tip to render beside it.
 *
 * @param text undefined for an element without one
 */
export function useTip(id: string, text: string | undefined): { anchor: Partial<Anchor>; tip: ReactElement | null } {
  const element = useRef<HTMLSpanElement>(null)
  if (text === undefined) return { anchor: {}, tip: null }
  const show = ({ currentTarget }: { currentTarget: HTMLElement }): void => {
    const tip = element.current
    if (tip === null || tip.matches(':popover-open')) return
    tip.showPopover()
    place(tip, currentTarget)
  }
  const hide = (): void => {
    if (element.current?.matches(':popover-open')) element.current.hidePopover()
  }
  return {
    anchor: { onPointerEnter: show, onPointerLeave: hide, onFocus: show, onBlur: hide },
    tip: (
      <span ref={element} id={id} role="tooltip" popover="manual" className={styles.tip}>
        {text}
      </span>
    ),
  }
}
