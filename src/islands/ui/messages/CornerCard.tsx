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
}

/** Shows a card in the corner of the page, above what sticks to the bottom of the screen. */
export function CornerCard({ picture, rarity, children, ways }: CornerCardProps): ReactElement {
  const card = useRef<HTMLDivElement>(null)
  useAboveBars(card)
  return (
    <div ref={card} className="corner-card" data-rarity={rarity}>
      {picture === undefined ? null : <div className="corner-card-picture">{picture}</div>}
      <div className="corner-card-words">{children}</div>
      <div className="corner-card-ways">{ways}</div>
    </div>
  )
}
