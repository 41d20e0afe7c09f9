// A small card in the corner of any page, with a picture, words and buttons.
import { type ReactElement, type ReactNode, useRef } from 'react'
import './corner-card.css'
import { useAboveBars } from './use-above-bars.ts'

interface CornerCardProps {
  /** Left of the words. */
  readonly picture?: ReactNode
  readonly children: ReactNode
  /** The buttons. */
  readonly ways: ReactNode
  readonly rarity?: string
  /** On phones below the header instead of above the bars: for what comes while a game's main button is at the bottom. */
  readonly isOnTop?: boolean
}

/** Shows a card in the corner of the page, above what sticks to the bottom of the screen. */
export function CornerCard({ picture, rarity, isOnTop = false, children, ways }: CornerCardProps): ReactElement {
  const card = useRef<HTMLDivElement>(null)
  useAboveBars(card)
  return (
    <div ref={card} className="corner-card" data-rarity={rarity} data-on-top={isOnTop || undefined}>
      {picture === undefined ? null : <div className="corner-card-picture">{picture}</div>}
      <div className="corner-card-words">{children}</div>
      <div className="corner-card-ways">{ways}</div>
    </div>
  )
}
